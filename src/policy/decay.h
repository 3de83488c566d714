// How much a memory's confidence counts after a while (S3-91 to S3-94). For filtering only: nothing
// is ever written back.
#pragma once

namespace policy {

// confidence * max(floor, 1 - hours/168 * 0.4); hours below 0 count as 0.
double decayed_confidence(double confidence, double hours, double floor);
// Whether a memory of that confidence is still worth telling: not below the floor (1e-9). What is
// no number is not.
bool survives_decay(double confidence, double hours, double floor);

}  // namespace policy
