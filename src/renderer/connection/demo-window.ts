import type { WindowPeers } from '../store/persisted.ts'

/** Key in the storage of the tab: each window decides for itself whether it shows the demo, also after a reload. */
const DEMO_KEY = 'ikigai.demo'

/** Whether this window shows the demo instead of the user's own agents. */
export function isDemoWindow(): boolean {
  return window.sessionStorage.getItem(DEMO_KEY) !== null
}

/** Changes between the demo and the user's own agents. The window loads anew, so that nothing of one is left. */
export function setDemoWindow(shown: boolean): void {
  if (shown) window.sessionStorage.setItem(DEMO_KEY, '1')
  else window.sessionStorage.removeItem(DEMO_KEY)
  window.location.reload()
}

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
