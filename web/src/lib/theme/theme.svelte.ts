// Light, dark or as the system has it. early.ts applies the choice before the first paint.
export type Theme = 'auto' | 'light' | 'dark';

function stored(): Theme {
  try {
    const theme = localStorage.getItem('theme');
    return theme === 'light' || theme === 'dark' ? theme : 'auto';
  } catch {
    return 'auto';
  }
}

class ThemeChoice {
  current = $state<Theme>(stored());

  choose(theme: Theme): void {
    this.current = theme;
    if (theme === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    try {
      if (theme === 'auto') localStorage.removeItem('theme');
      else localStorage.setItem('theme', theme);
    } catch {
      // Storage is switched off: the choice lasts as long as the tab.
    }
  }
}

export const theme = new ThemeChoice();
