package postgres

// operators are those of pg_catalog in PostgreSQL 15 and later. What else is written as an operator comes from an
// extension or a user and may run anything.
var operators = words(`
	!! !~ !~* !~~ !~~* # ## #- #> #>> % & && &< &<| &> * *< *<= *<> *= *> *>= + - -> ->> -|- / < <-> << <<= <<| <= <> <@ <^
	= > >= >> >>= >^ ? ?# ?& ?- ?-| ?| ?|| @ @-@ @> @? @@ @@@ ^ ^@ | |&> |/ |>> || ||/ ~ ~* ~<=~ ~<~ ~= ~>=~ ~>~ ~~ ~~*`)

// foreignOperators are those of well-known extensions whose operators compute from their arguments (pg_trgm, pgvector,
// PostGIS, cube, hstore, ltree, intarray), and those that writers of other dialects use, for which the server has the
// better answer. Where a database gives one of them another meaning, package query/postgres withdraws it.
var foreignOperators = words(`
	<% %> <<% %>> <<-> <->> <<<-> <->>> <=> <#> <+> <~> <%> &&& <<->> <<#>> |=| &/& ~== @@ ~> ?@> ?<@ ?~ ?^@ @!
	== //`)

// KnownOperator reports whether an operator of the name may be used without a word of the operator of the server.
func KnownOperator(name string) bool { return operators[name] || foreignOperators[name] }

// CatalogOperator reports whether pg_catalog itself has an operator of the name.
func CatalogOperator(name string) bool { return operators[name] }

// types are those of pg_catalog that a text may cast to: base types, ranges and multiranges, and the names that the
// grammar itself gives them. A cast to another type runs the input function, the checks or the cast that somebody
// defined for it.
var types = words(`
	aclitem bit bool box bpchar bytea char cid cidr circle cstring date datemultirange daterange float4 float8 gtsvector
	inet int2 int2vector int4 int4multirange int4range int8 int8multirange int8range interval json jsonb jsonpath line lseg
	macaddr macaddr8 money name numeric nummultirange numrange oid oidvector path pg_brin_bloom_summary
	pg_brin_minmax_multi_summary pg_dependencies pg_lsn pg_mcv_list pg_ndistinct pg_node_tree pg_snapshot point polygon
	record refcursor regclass regcollation regconfig regdictionary regnamespace regoper regoperator regproc regprocedure
	regrole regtype text tid time timestamp timestamptz timetz tsmultirange tsquery tsrange tstzmultirange tstzrange
	tsvector txid_snapshot unknown uuid varbit varchar void xid xid8 xml
	any anyarray anycompatible anycompatiblearray anycompatiblemultirange anycompatiblenonarray anycompatiblerange
	anyelement anyenum anymultirange anynonarray anyrange event_trigger fdw_handler index_am_handler internal
	language_handler pg_ddl_command table_am_handler trigger tsm_handler`)

// KnownType reports whether pg_catalog has a type of the name, or the name is that of an array of one.
func KnownType(name string) bool {
	return types[name] || len(name) > 1 && name[0] == '_' && types[name[1:]]
}
