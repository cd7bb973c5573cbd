package fuzz_test
import ("testing";"vitrine/guard";"vitrine/query";"fmt")
func TestZZ(t *testing.T){ a:=newArena(t); g,_:=guard.New(guard.Policy{Dialect:guard.SQLite}); for _,s:=range []string{
"SELECT 1 FROM users FULL JOIN orders USING (id)","SELECT id FROM users FULL JOIN orders USING (id)","SELECT id FROM users RIGHT JOIN orders USING (id) JOIN secrets USING(id)",
"SELECT id FROM users FULL JOIN orders USING (id) FULL JOIN secrets USING (id)",
"SELECT 1 FROM main.places AS t5 FULL JOIN pragma_table_info('orders') t4 USING (name)", 
"SELECT name FROM (SELECT 1 FROM pragma_table_info('orders') t4 FULL JOIN main.places AS t5 USING (name)) NATURAL JOIN docs", 
"SELECT 1 FROM docs t1 FULL JOIN (SELECT 1 AS a) t2 FULL OUTER JOIN (SELECT 1 AS b FROM users t14 NATURAL JOIN users t15) t11 ON 1","SELECT 1 FROM users a FULL JOIN users b NATURAL JOIN users c","SELECT 1 FROM docs t1 FULL JOIN (SELECT 1 AS a FROM docs AS t10) t2 ON t2.a", "SELECT 1 FROM secrets AS t20 RIGHT JOIN user_names AS t21 USING (id) WHERE t20.token","SELECT 1 FROM secrets AS t20 RIGHT JOIN user_names AS t21 USING (id) FULL JOIN docs USING(id)"} { st,e:=g.Check(s); if e!=nil {fmt.Println(s,e);continue}; _,e=a.ask(st,query.Budget{}); fmt.Printf("%s -> %v\n",s,e) } }
