package speed
import ("testing";"context";"fmt";"shardq/kernel")
func TestQ(t *testing.T){
 ts,err:=measureEngine(context.Background(), spec{1<<20,30,.8,kernel.Policy{Rule:kernel.JFSQ},2e6}, []int{1,2}, true, 5)
 if err!=nil{t.Fatal(err)}
 for i:=range ts{ fmt.Printf("%s %.1f %v\n",ts[i].Name, ts[i].Median(), ts[i].NsJob)}
 fmt.Println(ts[2].Faster(&ts[0]), ts[3].Faster(&ts[2]))
}
