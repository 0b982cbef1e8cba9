import { MESSAGE_SEPARATOR } from '../../shared/host-bridge.ts'

/**
 * Returns a function that sends what it gets in one turn of the event loop as one message, in order. Its promise
 * settles as that of the joined message.
 */
export function joinMessages(send: (joined: string) => Promise<void>): (message: string) => Promise<void> {
  let waiting: string[] = []
  let sent: Promise<void> | null = null
  const flush = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve))
    const joined = waiting.join(MESSAGE_SEPARATOR)
    waiting = []
    sent = null
    await send(joined)
  }
  return (message) => {
    waiting.push(message)
    sent ??= flush()
    return sent
  }
}
