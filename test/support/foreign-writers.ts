/** What was said in a generated conversation. The parents come before their children. */
export interface Said {
  readonly id: string
  readonly parent: string | null
  readonly by: 'user' | 'model'
  readonly text: string
  readonly thought?: string
  readonly call?: { readonly name: string; readonly output: string }
  readonly picture?: true
}

type Write = (id: string, said: readonly Said[]) => string

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PICTURE = `data:image/png;base64,${PIXEL}`

/** Times repeat on purpose: they say nothing about the order. */
const AT = '2026-11-02T09:00:00.000Z'
const SECONDS = Date.parse(AT) / 1_000

const lines = (all: readonly unknown[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join('')
const last = (said: readonly Said[]): string | undefined => said.at(-1)?.id

/** Blocks as in Anthropic's Messages API. */
function blocksOf({ id, by, text, thought, call, picture }: Said) {
  if (by === 'user') {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }
    return [{ type: 'text', text }, ...(picture === true ? [image] : [])]
  }
  return [
    ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought }]),
    { type: 'text', text },
    ...(call === undefined ? [] : [{ type: 'tool_use', id: `call-${id}`, name: call.name, input: { at: id } }]),
  ]
}

const result = ({ id, call }: Said) => ({ type: 'tool_result', tool_use_id: `call-${id}`, content: call?.output ?? '' })

/** The record of a message, followed by that of the result of its call, which its children follow. */
function withResults<T>(
  said: readonly Said[],
  message: (one: Said, parent: string | null) => T,
  output: (one: Said) => T,
) {
  const ends = new Map(said.map((one) => [one.id, one.call === undefined ? one.id : `${one.id}-result`]))
  return said.flatMap((one) => {
    const own = message(one, one.parent === null ? null : (ends.get(one.parent) ?? null))
    return one.call === undefined ? [own] : [own, output(one)]
  })
}

const children = (said: readonly Said[], id: string) => said.filter(({ parent }) => parent === id).map((one) => one.id)

/** Tools whose files have a tree, and how they write it. */
export const TREE_WRITERS: Readonly<Record<string, Write>> = {
  'claude-code': (id, said) =>
    lines(
      withResults<object>(
        said,
        (one, parentUuid) => ({
          type: one.by === 'user' ? 'user' : 'assistant',
          uuid: one.id,
          parentUuid,
          sessionId: id,
          timestamp: AT,
          message:
            one.by === 'user'
              ? { role: 'user', content: blocksOf(one) }
              : { id: `msg-${one.id}`, role: 'assistant', model: 'claude-sonnet-5-5', content: blocksOf(one) },
        }),
        (one) => ({
          type: 'user',
          uuid: `${one.id}-result`,
          parentUuid: one.id,
          sessionId: id,
          timestamp: AT,
          message: { role: 'user', content: [result(one)] },
        }),
      ),
    ),
  pi: (id, said) =>
    lines([
      { type: 'session', version: 3, id, timestamp: AT, cwd: '/home/ana/app' },
      ...withResults<object>(
        said,
        (one, parentId) => ({
          type: 'message',
          id: one.id,
          parentId,
          timestamp: AT,
          message: {
            role: one.by === 'user' ? 'user' : 'assistant',
            ...(one.by === 'model' && { provider: 'anthropic', model: 'claude-sonnet-5-5', stopReason: 'stop' }),
            content: [
              ...(one.thought === undefined ? [] : [{ type: 'thinking', thinking: one.thought }]),
              { type: 'text', text: one.text },
              ...(one.picture === true ? [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] : []),
              ...(one.call === undefined
                ? []
                : [{ type: 'toolCall', id: `call-${one.id}`, name: one.call.name, arguments: { at: one.id } }]),
            ],
          },
        }),
        (one) => ({
          type: 'message',
          id: `${one.id}-result`,
          parentId: one.id,
          timestamp: AT,
          message: {
            role: 'toolResult',
            toolCallId: `call-${one.id}`,
            toolName: one.call?.name,
            content: [{ type: 'text', text: one.call?.output }],
          },
        }),
      ),
    ]),
  chatgpt: (id, said) => {
    const nodes = said.flatMap((one) => {
      const author = { role: one.by === 'user' ? 'user' : 'assistant' }
      const metadata = one.by === 'user' ? {} : { model_slug: 'gpt-5-mini' }
      const text = (part: string) => ({ content_type: 'text', parts: [part] })
      const thought = { content_type: 'thoughts', thoughts: [{ summary: '', content: one.thought }] }
      const tool = { role: 'tool', name: one.call?.name }
      const messages = [
        ...(one.thought === undefined ? [] : [{ author, metadata, content: thought, recipient: 'all' }]),
        { author, metadata, content: text(one.text), recipient: 'all' },
        ...(one.call === undefined
          ? []
          : [
              { author, metadata, content: text('{}'), recipient: one.call.name },
              { author: tool, metadata: {}, content: text(one.call.output), recipient: 'all' },
            ]),
      ]
      // The last message of one is the parent of what follows it.
      return messages.map((message, index) => {
        const key = index === messages.length - 1 ? one.id : `${one.id}-${index}`
        const parent = index === 0 ? one.parent : `${one.id}-${index - 1}`
        const next = index === messages.length - 1 ? children(said, one.id) : []
        return { id: key, parent, children: next, message: { id: key, create_time: SECONDS, ...message } }
      })
    })
    const mapping = Object.fromEntries(nodes.map((each) => [each.id, each]))
    return JSON.stringify([{ title: id, create_time: SECONDS, conversation_id: id, current_node: last(said), mapping }])
  },
  'claude-ai': (id, said) =>
    JSON.stringify([
      {
        uuid: id,
        name: id,
        created_at: AT,
        current_leaf_message_uuid: last(said),
        chat_messages: said.map((one) => ({
          uuid: one.id,
          parent_message_uuid: one.parent ?? '00000000-0000-4000-8000-000000000000',
          sender: one.by === 'user' ? 'human' : 'assistant',
          created_at: AT,
          content: [...blocksOf(one), ...(one.call === undefined ? [] : [result(one)])],
        })),
      },
    ]),
  'open-webui': (id, said) =>
    JSON.stringify([
      {
        id,
        title: id,
        chat: {
          history: {
            currentId: last(said),
            messages: Object.fromEntries(
              said.map((one) => [
                one.id,
                {
                  id: one.id,
                  parentId: one.parent,
                  childrenIds: children(said, one.id),
                  role: one.by === 'user' ? 'user' : 'assistant',
                  timestamp: SECONDS,
                  content: one.text,
                  ...(one.picture === true && { files: [{ type: 'image', url: PICTURE, name: 'picture.png' }] }),
                  ...(one.by === 'model' && {
                    model: 'gpt-5-mini',
                    output: [
                      ...(one.thought === undefined
                        ? []
                        : [{ type: 'reasoning', id: 'r', summary: [{ type: 'summary_text', text: one.thought }] }]),
                      { type: 'message', id: 'm', content: [{ type: 'output_text', text: one.text }] },
                      ...(one.call === undefined
                        ? []
                        : [
                            {
                              type: 'function_call',
                              id: 'c',
                              call_id: `call-${one.id}`,
                              name: one.call.name,
                              arguments: '{}',
                            },
                            {
                              type: 'function_call_output',
                              call_id: `call-${one.id}`,
                              output: [{ type: 'input_text', text: one.call.output }],
                            },
                          ]),
                    ],
                  }),
                },
              ]),
            ),
          },
        },
      },
    ]),
  librechat: (id, said) =>
    JSON.stringify({
      conversationId: id,
      title: id,
      messages: said.map((one) => ({
        messageId: one.id,
        parentMessageId: one.parent ?? '00000000-0000-0000-0000-000000000000',
        isCreatedByUser: one.by === 'user',
        createdAt: AT,
        ...(one.by === 'user'
          ? { text: one.text }
          : {
              model: 'gpt-5-mini',
              content: [
                ...(one.thought === undefined ? [] : [{ type: 'think', think: one.thought }]),
                { type: 'text', text: one.text },
                ...(one.call === undefined
                  ? []
                  : [
                      {
                        type: 'tool_call',
                        tool_call: { id: `call-${one.id}`, name: one.call.name, args: '{}', output: one.call.output },
                      },
                    ]),
              ],
            }),
      })),
    }),
  deepseek: (id, said) =>
    JSON.stringify([
      {
        id,
        title: id,
        inserted_at: AT,
        mapping: Object.fromEntries(
          said.map((one) => [
            one.id,
            {
              id: one.id,
              parent: one.parent,
              children: children(said, one.id),
              message: {
                model: 'deepseek-chat',
                inserted_at: AT,
                fragments:
                  one.by === 'user'
                    ? [{ type: 'REQUEST', content: one.text }]
                    : [
                        ...(one.thought === undefined ? [] : [{ type: 'THINK', content: one.thought }]),
                        { type: 'RESPONSE', content: one.text },
                      ],
              },
            },
          ]),
        ),
      },
    ]),
  lobechat: (id, said) =>
    JSON.stringify({
      version: '2.0',
      exportedAt: AT,
      title: id,
      messages: withResults<object>(
        said,
        (one, parentId) => ({
          id: one.id,
          topicId: id,
          parentId,
          role: one.by === 'user' ? 'user' : 'assistant',
          content: one.text,
          createdAt: AT,
          ...(one.picture === true && { imageList: [{ alt: 'picture.png', url: PICTURE }] }),
          ...(one.thought !== undefined && { reasoning: { content: one.thought } }),
          ...(one.call !== undefined && { tools: [{ id: `call-${one.id}`, apiName: one.call.name, arguments: '{}' }] }),
        }),
        (one) => ({
          id: `${one.id}-result`,
          topicId: id,
          parentId: one.id,
          role: 'tool',
          tool_call_id: `call-${one.id}`,
          content: one.call?.output,
          createdAt: AT,
        }),
      ),
    }),
}
