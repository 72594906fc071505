// A queue with a mistake that schedules.py must find: one condition for those who wait for room and
// for those who wait for an item, and only one of them woken. It hangs only in some orders.

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class FaultyQueue {
 public:
  void push(int item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return items_.empty(); });
    items_.push_back(item);
    changed_.notify_one();
  }
  int pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !items_.empty(); });
    const int item = items_.front();
    items_.pop_front();
    changed_.notify_one();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> items_;
};

}  // namespace

int main() {
  constexpr int kItems = 4;
  FaultyQueue queue;
  std::vector<std::thread> threads;
  for (int side = 0; side < 4; ++side) {
    threads.emplace_back([&queue, side] {
      for (int i = 0; i < kItems; ++i) side % 2 == 0 ? queue.push(i) : void(queue.pop());
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::puts("ended");
}
