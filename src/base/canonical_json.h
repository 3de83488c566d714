// RFC 8785 canonical JSON: the one spelling of a document that is signed.
//
// Keys are ordered by UTF-16 code units, numbers are spelled as ECMAScript does, -0 is 0, strings
// escape only what they must. An integer beyond 2^53, for which the RFC has no exact form, keeps
// all of its digits, so that changing one of them changes the signature.
#pragma once
#include <string>

#include "base/json.h"

namespace base {

// Fails on a number that is not finite and on a string that is not UTF-8.
Result<std::string> canonical_json(const Json& json);

// The ECMAScript spelling of a finite number: exponent only for >= 1e21 or < 1e-6.
std::string number_text(double number);

}  // namespace base
