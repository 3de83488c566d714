// Runs before the first paint: takes the token out of the address and sets the theme that was
// chosen, so that neither is ever seen; and asks for what Now shows while its code is still loading.
(() => {
  const address = new URL(location.href);
  if (address.searchParams.has('token')) {
    address.searchParams.delete('token');
    history.replaceState(null, '', address.pathname + address.search + address.hash);
  }
  let scope: string | null = null;
  try {
    scope = localStorage.getItem('scope');
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
  } catch {
    // Storage is switched off: the system's theme it is.
  }
  if (address.pathname === '/') {
    const path = scope === 'team' ? '/api/v1/now?scope=team' : '/api/v1/now';
    const answer = fetch(path, { headers: { accept: 'application/json' } });
    answer.catch(() => {}); // Whoever takes it hears of the failure.
    window.askedEarly = { path, answer };
  }
})();
