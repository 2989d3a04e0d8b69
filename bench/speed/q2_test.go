package speed
import ("testing";"context";"fmt";"shardq/kernel";"os";"strconv")
func TestQ2(t *testing.T){
 p,_:=strconv.Atoi(os.Getenv("P"))
 ts,err:=measureEngine(context.Background(), spec{1<<20,30,.8,kernel.Policy{Rule:kernel.JFSQ},8e6}, []int{1,p}, false, 4)
 if err!=nil{t.Fatal(err)}
 for i:=range ts{ fmt.Printf("%s %.1f %v\n",ts[i].Name, ts[i].Median(), ts[i].NsJob)}
}
