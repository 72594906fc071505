#include "store/database.hpp"

#include <iostream>

int main() {
  ludex::Database database = ludex::Database::open_for_writing("consumer.db", 1 << 20);
  std::cout << "games: " << database.sql().execAndGet("SELECT count(*) FROM games") << '\n';
}
