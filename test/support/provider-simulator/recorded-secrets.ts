import { allRecordings, recordedBody, recordedEvents } from './recordings.ts'
import { objectOf, textOf } from './read-json.ts'

let allText: string | undefined
let thinkingTexts: ReadonlyMap<string, string> | undefined

/** Returns whether a signature or encrypted content occurs in a recording, which the simulator may have played. */
export function isRecorded(secret: string): boolean {
  allText ??= allRecordings()
    .map((recording) => recordedBody(recording).toString('utf8'))
    .join('\n')
  const escaped = JSON.stringify(secret).slice(1, -1)
  return secret.length >= 8 && (allText.includes(secret) || allText.includes(escaped))
}

/**
 * Returns the thinking that belongs to a recorded Anthropic signature; undefined if no stream of deltas contains it.
 */
export function recordedThinking(signature: string): string | undefined {
  thinkingTexts ??= new Map(
    allRecordings()
      .filter((recording) => recording.wire === 'anthropic')
      .flatMap((recording) => signedThinking(recordedEvents(recording).map((event) => objectOf(event.json)))),
  )
  return thinkingTexts.get(signature)
}

function signedThinking(events: readonly ReturnType<typeof objectOf>[]): [string, string][] {
  const signed: [string, string][] = []
  let text = ''
  for (const event of events) {
    if (event['type'] === 'content_block_start') text = ''
    const delta = objectOf(event['delta'])
    text += textOf(delta['thinking'])
    if (delta['type'] === 'signature_delta') signed.push([textOf(delta['signature']), text])
  }
  return signed
}
