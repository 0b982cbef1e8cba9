import { describe, expect, it } from 'vitest'

import type { ClientChannel } from '../../../src/renderer/connection/client-channel.ts'
import { openedEarly } from '../../../src/renderer/connection/window-opener.ts'

const forever = new AbortController().signal

describe('a channel that is opened early', () => {
  it('is opened before it is asked for, and given once', async () => {
    const opened: ClientChannel[] = []
    const open = openedEarly(async () => {
      const channel = channelWithoutPeer()
      opened.push(channel)
      return channel
    })
    expect(opened).toHaveLength(1)
    expect(await open(forever)).toBe(opened[0])
    expect(opened).toHaveLength(1)
    expect(await open(forever)).toBe(opened[1])
    expect(opened).toHaveLength(2)
  })

  it('tells a failure to whoever asks for it, and is opened anew after that', async () => {
    let attempts = 0
    const open = openedEarly(async () => {
      attempts += 1
      if (attempts === 1) throw new Error('refused')
      return channelWithoutPeer()
    })
    await expect(open(forever)).rejects.toThrow('refused')
    await open(forever)
    expect(attempts).toBe(2)
  })

  it('is given up when whoever asked for it no longer wants it', async () => {
    const open = openedEarly(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('given up')))
        }),
    )
    const stop = new AbortController()
    const asked = open(stop.signal)
    stop.abort()
    await expect(asked).rejects.toThrow('given up')
  })
})

function channelWithoutPeer(): ClientChannel {
  return { send: () => undefined, onMessage: () => undefined, onClose: () => undefined, close: () => undefined }
}
