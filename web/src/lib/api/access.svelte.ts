// Whether this browser may ask at all. Once refused, the page says how to get in instead of showing
// an error in every corner.
class Access {
  refused = $state(false);

  refuse(): void {
    this.refused = true;
  }

  // The link was opened in another tab.
  grant(): void {
    this.refused = false;
  }
}

export const access = new Access();
