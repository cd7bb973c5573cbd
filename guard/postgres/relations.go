package postgres

import (
	"maps"
	"slices"
)

// Relations of the server that hold secrets, other people's queries or settings, with the reason. They are read only
// where the operator's rules name them; the rest of the catalog tells names and is open to everybody.
var secretRelations = map[string]string{
	"pg_hba_file_rules":            "tells the server's access rules",
	"pg_ident_file_mappings":       "tells the server's access rules",
	"pg_file_settings":             "tells the server's settings and files",
	"pg_settings":                  "tells the server's settings and files",
	"pg_db_role_setting":           "tells settings of other roles",
	"pg_stat_subscription":         "tells of replication",
	"pg_replication_slots":         "tells of replication",
	"pg_replication_origin_status": "tells of replication",
	"pg_stat_replication":          "tells of replication",
	"pg_stat_replication_slots":    "tells of replication",
	"pg_stat_wal_receiver":         "tells of replication",
	"pg_stat_activity":             "tells what other sessions run",
	"pg_stat_ssl":                  "tells of other sessions",
	"pg_stat_gssapi":               "tells of other sessions",
	"pg_stat_statements":           "tells what other sessions ran",
	"pg_statistic":                 "holds samples of columns",
	"pg_statistic_ext_data":        "holds samples of columns",
	"pg_stats":                     "holds samples of columns",
	"pg_stats_ext":                 "holds samples of columns",
	"pg_stats_ext_exprs":           "holds samples of columns",
	"pg_largeobject":               "holds large objects of everybody",
	"pg_shmem_allocations":         "tells of the server's memory",
	"pg_backend_memory_contexts":   "tells of the server's memory",
	"user_mapping_options":         "holds credentials of foreign servers",
	"_pg_user_mappings":            "holds credentials of foreign servers",
	"foreign_server_options":       "tells where foreign servers are",
	"foreign_table_options":        "tells where foreign tables lie",
	"_pg_foreign_tables":           "tells where foreign tables lie",
	"_pg_foreign_servers":          "tells where foreign servers are",
}

// SecretRelation says why a relation of the server is not read without the operator's word, "" where it is. The schema is
// "" where the text gives none: names that begin with pg_ belong to the server then, since search_path starts there.
func SecretRelation(schema, name string) string {
	switch schema {
	case "", "pg_catalog", "information_schema", "public":
	case "pg_toast":
		return "holds parts of the long values of tables"
	default:
		return ""
	}
	reason := secretRelations[name]
	if len(name) > 3 && name[:3] != "pg_" && schema != "information_schema" {
		return ""
	}
	return reason
}

// secretColumns are columns of open relations of the catalog that hold what the secret relations hold.
var secretColumns = map[string]map[string]string{
	"pg_authid":         {"rolpassword": "password hashes"},
	"pg_shadow":         {"passwd": "password hashes"},
	"pg_user_mapping":   {"umoptions": "credentials of foreign servers"},
	"pg_user_mappings":  {"umoptions": "credentials of foreign servers"},
	"pg_foreign_table":  {"ftoptions": "where foreign tables lie"},
	"pg_foreign_server": {"srvoptions": "where foreign servers are"},
	"pg_subscription":   {"subconninfo": "connection strings"},
	"pg_cursors":        {"statement": "what the session runs"},
	"pg_config":         {"setting": "how the server was built"},
	"pg_proc":           {"prosrc": "the source of functions", "probin": "files of the server", "prosqlbody": "the source of functions"},
}

// SecretColumn says what a column of an open relation of pg_catalog tells, "" where it is open too. "*" stands for any.
func SecretColumn(schema, relation, column string) string {
	if schema != "" && schema != "pg_catalog" {
		return ""
	}
	columns := secretColumns[relation]
	if column == "*" && columns != nil {
		return "more than names"
	}
	return columns[column]
}

// SecretRelations returns the names of the relations that the operator must name for all of them to be read, in the
// order of the alphabet.
func SecretRelations() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(secretRelations)), maps.Keys(secretColumns))
	slices.Sort(names)
	return names
}
