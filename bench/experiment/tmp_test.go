package experiment
import ("testing";"os";"context";"shardq/bench/scenario")
func TestTmp(t *testing.T){
 sc,err:=scenario.Builtin("quickstart",nil); if err!=nil {t.Fatal(err)}
 r,err:=Run(context.Background(),sc,Options{Progress:func(u Update){t.Logf("%+v",u)}}); if err!=nil {t.Fatal(err)}
 for _,f:=range Formats(){ r.Write(os.Stdout,f) }
}
