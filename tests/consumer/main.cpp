#include "store/database.hpp"
#include "store/sql/sql_statement.hpp"

#include <iostream>

int main() {
  ludex::Database database = ludex::Database::open_for_writing("consumer.db", 1 << 20);
  std::cout << "games: " << database.sql().first_integer("SELECT count(*) FROM games") << '\n';
}
