// Whose rows the pages show: this machine's, or those of the whole team. early.ts knows the choice
// too, since it asks for Now before this is loaded.
import { live } from '../live/live.svelte';

export type Scope = 'machine' | 'team';

function stored(): Scope {
  try {
    return localStorage.getItem('scope') === 'team' ? 'team' : 'machine';
  } catch {
    return 'machine';
  }
}

class Team {
  #wanted = $state<Scope>(stored());

  // Whether there is a team to be shown; not known before the server has said so.
  get isJoined(): boolean {
    return live.server !== null && live.server.team !== null;
  }

  get scope(): Scope {
    return live.server !== null && live.server.team === null ? 'machine' : this.#wanted;
  }

  choose(scope: Scope): void {
    this.#wanted = scope;
    try {
      if (scope === 'team') localStorage.setItem('scope', scope);
      else localStorage.removeItem('scope');
    } catch {
      // Storage is switched off: the choice lasts as long as the tab.
    }
  }
}

export const team = new Team();
