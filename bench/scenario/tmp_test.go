package scenario
import ("testing";"encoding/json";"fmt";"go.yaml.in/yaml/v3";"github.com/google/go-cmp/cmp")
func TestTmp(t *testing.T){
 for _,b:=range Builtins(){
  s,err:=Builtin(b.Name,nil); if err!=nil{t.Fatal(err)}
  j,_:=json.Marshal(s); y,err:=yaml.Marshal(s); fmt.Println(string(j)); fmt.Println(string(y), err)
  fmt.Println(s.Types(), s.EdgeProbability()*float64(s.Servers()), s.ArrivalRate(), s.Load())
  for _,x:=range [][]byte{j,y}{ s2,err:=Parse("a",x,nil); if err!=nil{t.Fatal(err)}; if d:=cmp.Diff(s,s2);d!=""{t.Fatal(d)}}
 }
 for _,set:=range []string{"run.sed=3","graph.mean_degree=30","graph.kind=complete","graph.kind=regular","policy.name=jfsq,jsq-d","policy.d=3","servers.types.9.rate=1","servers.types.0.rate=-1","ports.rates.zipf=1.1","name.x=1","a=[","a=*b","run.seed=&a 1","policy=[{name: jsq-d, d: 2},{name: jsq-d, d: 3}]", "servers.count=1e12","servers.count="}{
  st,err:=ParseSet(set); if err!=nil{t.Fatal(err)}
  _,err=Builtin("quickstart",[]Set{st}); fmt.Println(set,"=>",err)
 }
 _,err:=Resolve("quikstart",nil); fmt.Println(err)
 _,err=Resolve("nope.yaml",nil); fmt.Println(err)
}
