/** Settings › Browsers. */
export const browsers = {
  loading: 'Loading sessions…',
  notInBrowser: 'This window is not in a browser, so there are no sessions of browsers here.',
  list: 'Browser sessions',
  session: ({ browser, id }: { browser: string; id: string }) => `${browser}, session ${id}`,
  thisWindow: ({ browser }: { browser: string }) => `${browser} (this window)`,
  facts: ({ used, created, id }: { used: string; created: string; id: string }) =>
    `Last used ${used} · created ${created} · ${id}`,
  end: 'End session',
  endSession: ({ id }: { id: string }) => `End session ${id}`,
  endOthers: 'End all others',
  unknown: 'Unknown browser',
  onSystem: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
}
