import type { FormField } from '../../../../shared/server-question.ts'
import { visibleText } from '../../../../shared/visible-text.ts'

/** Names of what must not be typed into a form, because the server and the log would get it. */
const SECRET =
  /\b(pass ?words?|pass ?phrases?|pass ?codes?|passwd|pwd|pass|pin|secrets?|tokens?|api ?keys?|(private|access|secret|signing|ssh) ?keys?|credentials?|credit ?cards?|card ?numbers?|cvv|cvc|otp|one time codes?|passwort|kennwort|geheimnis|zugangsdaten|schlüssel)\b/u

/** The same for numbers, whose names may well be about tokens of a model. */
const SECRET_NUMBER = /\b(pass ?codes?|pin|card ?numbers?|cvv|cvc|otp|one time codes?)\b/u

/** Returns why a form is refused: a field for texts asks for something secret. Null: none does. */
export function secretIn(fields: readonly FormField[]): string | null {
  for (const field of fields) {
    const found = secretOf(field)
    if (found !== null) {
      return `The field ${JSON.stringify(field.name)} asks for something secret (${found}). Forms are not for secrets: the server has to use a page of its own.`
    }
  }
  return null
}

function secretOf({ type, name, title, description }: FormField): string | null {
  if (type === 'text') return secretWord([name, title, description], SECRET)
  return type === 'number' ? secretWord([name, title], SECRET_NUMBER) : null
}

/** Null: the texts name nothing secret. Hidden characters and ways to write a compound do not matter. */
function secretWord(texts: readonly string[], secret: RegExp): string | null {
  return texts.map((text) => secret.exec(plainWords(text))?.[0]).find((word) => word !== undefined) ?? null
}

function plainWords(text: string): string {
  const plain = visibleText(text.normalize('NFKC')).replaceAll(/⟨U\+[0-9A-F]+⟩/g, '')
  return plain
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
}
