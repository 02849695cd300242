// In a folder without a rule: what check_dependencies.sh has to find.
