#pragma once

namespace ludex {

/// Empties a container and gives its memory back: `container = {}` would keep it.
template <class Container>
void free_memory(Container& container) {
  Container().swap(container);
}

}  // namespace ludex
