import type { browsers as English } from '../en/browsers.ts'

/** Settings › Browsers. */
export const browsers: typeof English = {
  loading: 'Sitzungen werden geladen…',
  notInBrowser: {
    before: 'Dieses Fenster ist nicht in einem Browser geöffnet. Der Befehl',
    after: 'zeigt die Browser, die es öffnen dürfen.',
  },
  list: 'Browsersitzungen',
  session: ({ browser, id }) => `${browser}, Sitzung ${id}`,
  thisWindow: ({ browser }) => `${browser} (dieses Fenster)`,
  facts: ({ used, created, id }) => `Zuletzt verwendet ${used} · erstellt ${created} · ${id}`,
  end: 'Sitzung beenden',
  endSession: ({ id }) => `Sitzung ${id} beenden`,
  endOthers: 'Alle anderen beenden',
  unknown: 'Unbekannter Browser',
  onSystem: ({ browser, system }) => `${browser} unter ${system}`,
}
