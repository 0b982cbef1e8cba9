import { EventEmitter } from 'node:events'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'

import { createSocketChannel } from '../../../src/main/hosts/web/socket-channel.ts'
import { untyped } from '../../support/untyped.ts'

const HEARTBEAT_MS = 15_000
const MEGABYTE = 1024 * 1024

/** A socket whose network a test plays: what is sent stays buffered until `drain`. */
class ScriptedSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  pings = 0
  readonly #written: (() => void)[] = []
  send(message: string, written: () => void): void {
    this.bufferedAmount += message.length
    this.#written.push(written)
  }
  drain(bytes: number): void {
    this.bufferedAmount -= bytes
    this.#written.shift()?.()
  }
  ping(): void {
    this.pings += 1
  }
  terminate(): void {
    if (this.readyState !== 1) return
    this.readyState = 3
    this.emit('close')
  }
}

function openChannel() {
  const socket = new ScriptedSocket()
  // The channel uses no more of a socket than there is here.
  return { socket, channel: createSocketChannel(untyped<WebSocket>(socket)) }
}

async function isPending(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => false), Promise.resolve().then(() => Promise.resolve(true))])
}

describe('a browser’s socket', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('lets a feed go on while little is waiting, and holds it until a slow client has caught up', async () => {
    const { socket, channel } = openChannel()
    const small = channel.send('x'.repeat(MEGABYTE))
    const large = channel.send('x'.repeat(MEGABYTE))
    const before = [await isPending(small), await isPending(large)]
    socket.drain(MEGABYTE)
    await large

    expect(before).toEqual([false, true])
  })

  it('lets go of what waits when the client is gone', async () => {
    const { socket, channel } = openChannel()
    const waiting = channel.send('x'.repeat(2 * MEGABYTE))
    socket.terminate()

    await expect(waiting).resolves.toBeUndefined()
  })

  it('cuts off a client that piles up answers without reading any', () => {
    const { socket, channel } = openChannel()
    const closed = vi.fn<() => void>()
    channel.onClose(closed)
    const answer = 'x'.repeat(MEGABYTE)
    for (let count = 0; count < 129; count += 1) void channel.send(answer)

    expect([socket.readyState, closed.mock.calls.length]).toEqual([3, 1])
  })

  it('cuts off a client that answers no ping', () => {
    const { socket } = openChannel()
    vi.advanceTimersByTime(2 * HEARTBEAT_MS)
    const before = socket.readyState
    vi.advanceTimersByTime(HEARTBEAT_MS)

    expect([before, socket.readyState, socket.pings]).toEqual([1, 3, 2])
  })

  it('keeps a client that answers, speaks, or is only slow in taking what it was sent', () => {
    const [answering, speaking, slow] = [openChannel(), openChannel(), openChannel()]
    void slow.channel.send('x'.repeat(MEGABYTE))
    for (let beat = 0; beat < 10; beat += 1) {
      vi.advanceTimersByTime(HEARTBEAT_MS)
      answering.socket.emit('pong')
      speaking.socket.emit('message', Buffer.from(''), false)
      slow.socket.drain(1000)
    }

    expect([answering, speaking, slow].map(({ socket }) => socket.readyState)).toEqual([1, 1, 1])
  })

  it('leaves no timer behind', () => {
    const { socket } = openChannel()
    socket.terminate()

    expect(vi.getTimerCount()).toBe(0)
  })
})
