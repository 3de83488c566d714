// Lists on the page are kept by key, and two items of one key would break them. The server promises
// that there are none; a damaged journal or index may know better.
export function uniqueBy<Item>(items: Item[], keyOf: (item: Item) => string | number): Item[] {
  const known = new Set<string | number>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
