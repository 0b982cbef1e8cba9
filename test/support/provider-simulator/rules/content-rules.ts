import type { JsonObject } from '../../../../src/shared/json.ts'
import { objectOf, objectsOf, textOf } from '../read-json.ts'
import type { RuleChecks, RuleRow, RuleSubject, Violation } from './rule.ts'

/** Longest side of any picture. */
const MOST_PIXELS = 8_000

/**
 * Rules about pictures and files (docs/behaviour/content.md#projection). Texts are recorded or quoted from the
 * providers' pages where these give them.
 */
export const CONTENT_ROWS: readonly RuleRow[] = [
  anthropicRow(
    'anthropic.image_type',
    "messages.{i}.content.{j}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
  ),
  anthropicRow('anthropic.image_data', 'messages.{i}.content.{j}.image.source.base64: invalid base64 data'),
  anthropicRow(
    'anthropic.many_images',
    'messages.{i}.content.{j}.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
  ),
  {
    id: 'anthropic.image_side',
    http: 400,
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message:
          'messages.{i}.content.{j}.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
        details: {
          error_code: 'image_dimensions_too_large',
          max_side_length_pixels: MOST_PIXELS,
          paths: ['messages.{i}.content.{j}'],
        },
      },
      request_id: 'req_…',
    },
  },
  anthropicRow(
    'anthropic.error_result_text',
    'messages.{i}.content.{j}.tool_result: all content must be type `text` if `is_error` is true',
  ),
  anthropicRow('anthropic.media_count', 'messages: Too much media: {pages} document pages + {images} images > 100'),
  openaiRow('mistral.image_count', 'Too many images: {images}, at most 8 images are allowed in a request', null),
  openaiRow(
    'openai.file_name',
    'Invalid input: Expected context stuffing file type to be a supported format: .pdf but got {end}.',
    null,
  ),
  openaiRow(
    'responses.image_format',
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    'invalid_image_format',
  ),
  openaiRow(
    'responses.file_type',
    "Invalid file data: 'input[{i}].file_data'. Expected a base64-encoded data URL with a valid file MIME type, but got unsupported MIME type '{type}'.",
    'invalid_value',
  ),
  openaiRow('chat.image_unsupported', 'Invalid content type. image_url is only supported by certain models.', null),
  openaiRow(
    'chat.tool_content',
    "Invalid 'messages[{i}]'. Tool messages may only contain text content parts.",
    'invalid_value',
  ),
  openaiRow('mistral.document', 'Input should be a valid document: {type}', null),
  {
    id: 'gemini.response_parts',
    http: 400,
    body: {
      error: {
        code: 400,
        message: 'Function response parts are not supported by this model.',
        status: 'INVALID_ARGUMENT',
      },
    },
  },
  {
    id: 'gemini.inline_type',
    http: 400,
    body: { error: { code: 400, message: 'Unsupported MIME type: {type}', status: 'INVALID_ARGUMENT' } },
  },
  {
    id: 'local.no_vision',
    http: 500,
    body: {
      error: {
        code: 500,
        message: 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
        type: 'server_error',
      },
    },
  },
  {
    id: 'openrouter.no_vision',
    http: 404,
    body: { error: { message: 'No endpoints found that support image input', code: 404 } },
  },
]

function anthropicRow(id: string, message: string): RuleRow {
  return {
    id,
    http: 400,
    body: { type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_…' },
  }
}

function openaiRow(id: string, message: string, code: string | null): RuleRow {
  return { id, http: 400, body: { error: { message, type: 'invalid_request_error', param: null, code } } }
}

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const GEMINI_TYPES = /^(image\/(png|jpeg|webp|heic|heif)|application\/pdf|text\/|audio\/|video\/)/
/** Models of any host that take no pictures. */
const NO_VISION = /gpt-oss|deepseek|codestral|devstral|nemo|qwen3[:-](?!vl)|gpt-3\.5|o3-mini|llama-?3\.[1-3]/
const MANY = 20
const MOST_CLAUDE = 100
const MOST_MISTRAL = 8
const MANY_PIXELS = 2_000

interface Located {
  readonly block: JsonObject
  readonly i: number
  readonly j: number
}

/** The pictures of an Anthropic request, also those in tool results. */
function anthropicImages({ request }: RuleSubject): readonly Located[] {
  return objectsOf(request.body['messages']).flatMap((message, i) =>
    objectsOf(message['content']).flatMap((outer, j) =>
      [outer, ...objectsOf(outer['content'])]
        .filter((block) => block['type'] === 'image')
        .map((block): Located => ({ block, i, j })),
    ),
  )
}

function violationAt(images: readonly Located[], isBroken: (source: JsonObject) => boolean): Violation | undefined {
  const found = images.find(({ block }) => isBroken(objectOf(block['source'])))
  return found === undefined ? undefined : { values: { i: found.i, j: found.j } }
}

/** The larger side of a PNG; 0 for anything else. */
function pngSide(base64: string): number {
  const head = Buffer.from(base64.slice(0, 48), 'base64')
  if (head.length < 24 || head.toString('latin1', 1, 4) !== 'PNG') return 0
  return Math.max(head.readUInt32BE(16), head.readUInt32BE(20))
}

export const anthropicContentRules = {
  'anthropic.image_type': (subject) =>
    violationAt(
      anthropicImages(subject),
      ({ type, media_type: media }) => type === 'base64' && !IMAGES.includes(textOf(media)),
    ),
  'anthropic.image_data': (subject) =>
    violationAt(anthropicImages(subject), ({ type, data }) => type === 'base64' && !isBase64(data)),
  'anthropic.image_side': (subject) =>
    violationAt(anthropicImages(subject), ({ data }) => pngSide(textOf(data)) > MOST_PIXELS),
  'anthropic.many_images': (subject) => {
    const images = anthropicImages(subject)
    if (images.length <= MANY) return undefined
    return violationAt(images, ({ data }) => pngSide(textOf(data)) > MANY_PIXELS)
  },
  'anthropic.media_count': (subject) => {
    const images = anthropicImages(subject).length
    return images <= MOST_CLAUDE ? undefined : { values: { images, pages: 0 } }
  },
  'anthropic.error_result_text': ({ request }) => {
    const places = objectsOf(request.body['messages']).flatMap((message, i) =>
      objectsOf(message['content']).map((block, j): Located => ({ block, i, j })),
    )
    const found = places.find(({ block }) => {
      const isError = block['type'] === 'tool_result' && block['is_error'] === true
      return isError && objectsOf(block['content']).some(({ type }) => type !== 'text')
    })
    return found === undefined ? undefined : { values: { i: found.i, j: found.j } }
  },
} satisfies RuleChecks

/** The format of a file follows from its name. */
function wrongName(names: readonly string[]): Violation | undefined {
  const name = names.find((each) => !/\.pdf$/i.test(each))
  return name === undefined ? undefined : { values: { end: /\.\w+$/.exec(name)?.[0] ?? 'none' } }
}

function isBase64(data: JsonObject[string] | undefined): boolean {
  const text = textOf(data)
  return text !== '' && BASE64.test(text)
}

/** The parts of messages and of outputs of a Responses request. */
function responsesParts({ request }: RuleSubject): readonly Located[] {
  return objectsOf(request.body['input']).flatMap((item, i) =>
    [...objectsOf(item['content']), ...objectsOf(item['output'])].map((block, j) => ({ block, i, j })),
  )
}

/** The type and the data of a `data:` URL; both empty for anything else. */
function dataUrl(value: JsonObject[string] | undefined): { readonly type: string; readonly data: string } {
  const match = /^data:([^;,]+);base64,(.*)$/s.exec(textOf(value))
  return { type: match?.[1] ?? '', data: match?.[2] ?? '' }
}

export const responsesContentRules = {
  'responses.image_format': (subject) => {
    const images = responsesParts(subject).filter(({ block }) => block['type'] === 'input_image')
    const isBroken = images.some(({ block }) => {
      const { type, data } = dataUrl(block['image_url'])
      return !textOf(block['image_url']).startsWith('https:') && !(IMAGES.includes(type) && isBase64(data))
    })
    return isBroken ? {} : undefined
  },
  'responses.file_type': (subject) => {
    const files = responsesParts(subject).filter(({ block }) => block['file_data'] !== undefined)
    const found = files.find(({ block }) => dataUrl(block['file_data']).type !== 'application/pdf')
    return found === undefined ? undefined : { values: { i: found.i, type: dataUrl(found.block['file_data']).type } }
  },
  'openai.file_name': (subject) => {
    const files = responsesParts(subject).filter(({ block }) => block['type'] === 'input_file')
    return wrongName(files.map(({ block }) => textOf(block['filename'])))
  },
} satisfies RuleChecks

function chatParts({ request }: RuleSubject): readonly (Located & { readonly role: string })[] {
  return objectsOf(request.body['messages']).flatMap((message, i) =>
    objectsOf(message['content']).map((block, j) => ({ block, i, j, role: textOf(message['role']) })),
  )
}

function hasPicture(subject: RuleSubject): boolean {
  return chatParts(subject).some(({ block }) => block['type'] === 'image_url')
}

const toolContent = (subject: RuleSubject): Violation | undefined => {
  const found = chatParts(subject).find(({ block, role }) => role === 'tool' && block['type'] !== 'text')
  return found === undefined ? undefined : { values: { i: found.i } }
}

/** For all hosts of Chat Completions. */
export const chatContentRules = {
  'openai.file_name': (subject) => {
    const files = chatParts(subject).filter(({ block }) => objectOf(block['file'])['file_data'] !== undefined)
    return wrongName(files.map(({ block }) => textOf(objectOf(block['file'])['filename'])))
  },
  'chat.tool_content': toolContent,
  'chat.image_unsupported': (subject) => {
    if (!NO_VISION.test(subject.request.model)) return undefined
    const found = chatParts(subject).find(({ block }) => block['type'] === 'image_url')
    return found === undefined ? undefined : { param: `messages.[${found.i}].content.[${found.j}].type` }
  },
} satisfies RuleChecks

/** PDFs are `document_url` parts of user messages, with an address or a `data:` URL. */
export const mistralContentRules = {
  ...chatContentRules,
  'mistral.image_count': (subject) => {
    const images = chatParts(subject).filter(({ block }) => block['type'] === 'image_url').length
    return images <= MOST_MISTRAL ? undefined : { values: { images } }
  },
  'mistral.document': (subject) => {
    const found = chatParts(subject).find(({ block, role }) => {
      if (block['type'] !== 'document_url') return block['type'] === 'file' && block['file_id'] === undefined
      const { type, data } = dataUrl(block['document_url'])
      const isData = type === 'application/pdf' && isBase64(data)
      return role !== 'user' || !(isData || textOf(block['document_url']).startsWith('https:'))
    })
    return found === undefined ? undefined : { values: { type: textOf(found.block['type']) } }
  },
} satisfies RuleChecks

export const localContentRules = {
  'chat.tool_content': toolContent,
  'local.no_vision': (subject) => (NO_VISION.test(subject.request.model) && hasPicture(subject) ? {} : undefined),
} satisfies RuleChecks

export const openrouterContentRules = {
  'chat.tool_content': toolContent,
  'openrouter.no_vision': (subject) => (NO_VISION.test(subject.request.model) && hasPicture(subject) ? {} : undefined),
} satisfies RuleChecks

function geminiParts({ request }: RuleSubject): readonly JsonObject[] {
  return objectsOf(request.body['contents']).flatMap((content) => objectsOf(content['parts']))
}

export const geminiContentRules = {
  'gemini.response_parts': (subject) => {
    const isOld = /gemini-[12]\b/.test(subject.request.model)
    const hasParts = geminiParts(subject).some((part) => objectOf(part['functionResponse'])['parts'] !== undefined)
    return isOld && hasParts ? {} : undefined
  },
  'gemini.inline_type': (subject) => {
    const inner = geminiParts(subject).flatMap((part) => objectsOf(objectOf(part['functionResponse'])['parts']))
    const types = [...geminiParts(subject), ...inner].flatMap((part) =>
      part['inlineData'] === undefined ? [] : [textOf(objectOf(part['inlineData'])['mimeType'])],
    )
    const type = types.find((each) => !GEMINI_TYPES.test(each))
    return type === undefined ? undefined : { values: { type } }
  },
} satisfies RuleChecks
