import type { connections as English } from '../en/connections.ts'

/** Settings › Addresses and proxy. */
export const connections: typeof English = {
  defaultAddress: 'Standardadresse',
  proxy: 'Proxy',
  forAll: 'Für alle Anbieter',
  hints: {
    none: 'Kein Proxy in Verwendung. Anfragen an diesen Computer umgehen den Proxy.',
    own: 'In Verwendung. Hat Vorrang vor HTTPS_PROXY in der Umgebung. Anfragen an diesen Computer umgehen den Proxy.',
    environment: ({ proxy }) =>
      `In Verwendung: ${proxy}, aus HTTPS_PROXY in der Umgebung. Anfragen an diesen Computer umgehen den Proxy.`,
  },
}
