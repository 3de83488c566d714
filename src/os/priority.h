// How much of the processor this process asks for.
#pragma once

namespace os {

// From now on everybody else goes first. What the system refuses changes nothing.
void lower_own_priority();

}  // namespace os
