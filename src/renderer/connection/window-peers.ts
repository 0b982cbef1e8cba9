import type { WindowPeers } from '../store/persisted.ts'

/** Windows of the demo have other agents, and therefore a name of their own. */
const [OWN, DEMO] = ['ikigai.state', 'ikigai.demo-state']

/** The other windows of this browser, or of the desktop app, that show the same engine. */
export function openWindowPeers(isDemo: boolean): WindowPeers {
  const channel = new BroadcastChannel(isDemo ? DEMO : OWN)
  return {
    tell: (key, value) => channel.postMessage([key, value]),
    listen(hear) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (Array.isArray(data) && typeof data[0] === 'string') hear(data[0], data[1])
      })
    },
  }
}
