// Asks a question and prints the answer as it arrives.
//   IKIGAI_URL=http://127.0.0.1:1985/v1 IKIGAI_TOKEN=… node examples/ask.mjs "Why is the sky blue?"
import { connect } from 'ikigai/client'

const { IKIGAI_URL: url = 'http://127.0.0.1:1985/v1', IKIGAI_TOKEN: token = '' } = process.env
const client = connect({ url, token })

const created = await client.agents.create({})
if (!created.ok) throw new Error(created.error.message)
const agentId = created.value.id

const feed = await client.agents.subscribe({ agentId })
const submitted = await client.agents.submit({ agentId, text: process.argv[2] ?? 'Hello', asText: true })
if (!submitted.ok) throw new Error(submitted.error.message)

for await (const batch of feed) {
  for (const item of batch) {
    if (item.type === 'live' && item.event.type === 'text_delta') process.stdout.write(item.event.text)
  }
  if (batch.some((item) => item.type === 'live' && item.event.type === 'turn_ended')) break
}
process.stdout.write('\n')
