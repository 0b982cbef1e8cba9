import type { browsers as English } from '../en/browsers.ts'

/** Settings › Browsers. */
export const browsers: typeof English = {
  loading: 'Sitzungen werden geladen…',
  notInBrowser:
    'Dieses Fenster ist nicht in einem Browser geöffnet, deshalb gibt es hier keine Sitzungen von Browsern.',
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
