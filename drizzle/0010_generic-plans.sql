-- Each call planned its query anew, because the planner expects more ids than there are. That took longer than the query.
ALTER FUNCTION under_killed(uuid[]) SET plan_cache_mode = force_generic_plan;
