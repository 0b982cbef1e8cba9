import { join } from 'node:path'

import { getProgramFromFiles, ts } from 'typescript-json-schema'

const FILE = join(import.meta.dirname, '..', '..', 'src', 'shared', 'agent-event.ts')

/** An id in the data of an event. */
export interface FoundId {
  /** Of the event, and the key of its data: `rewind.target_id`. */
  readonly place: string
  /** `AgentId`, `AgentId[]`; of the answer of an agent `AnswerSource`; deeper in the value `… AgentId`. */
  readonly type: string
}

/** The types of ids in the declaration of a property. An answer is mapped as a whole. */
const ID_TYPE = /\b(AgentId|EventId|TurnId|MailId|AnswerSource|RankedAnswer)\b/

/**
 * Finds the ids in the data of all kinds of events by the types that `EventDataByKind` declares. The text of the
 * declarations is read, because the compiler drops the names of types that are other names for `string` and `number`.
 */
export function idsInData(): readonly FoundId[] {
  const program = getProgramFromFiles([FILE], {
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  const kinds = program
    .getSourceFile(FILE)
    ?.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === 'EventDataByKind')
  if (kinds === undefined) throw new Error('There is no EventDataByKind')
  const found = checker
    .getTypeAtLocation(kinds)
    .getProperties()
    .flatMap((kind) =>
      objectsIn(checker.getTypeOfSymbol(kind))
        .flatMap(propertiesOf)
        .map((property) => ({ place: `${kind.name}.${property.name}`, type: idType(property, []) })),
    )
  return found.flatMap(({ place, type }) => (type === null ? [] : [{ place, type }]))

  function idType(property: ts.Symbol, outer: readonly ts.Symbol[]): string | null {
    const text = declaredType(property)
    const named = ID_TYPE.exec(text)?.[1]?.replace('RankedAnswer', 'AnswerSource')
    if (named !== undefined) return /[<{]/.test(text) ? `… ${named}` : text.includes('[]') ? `${named}[]` : named
    if (outer.includes(property)) return null
    const inner = objectsIn(checker.getTypeOfSymbol(property)).flatMap(propertiesOf)
    const type = inner.map((each) => idType(each, [...outer, property])).find((each) => each !== null)
    return type === undefined ? null : `… ${type.replace('… ', '')}`
  }

  /** The objects that a value of the type is, or that its lists and records have. */
  function objectsIn(type: ts.Type, outer: readonly ts.Type[] = []): readonly ts.Type[] {
    if (outer.includes(type)) return []
    const inside = [...outer, type]
    if (type.isUnionOrIntersection()) return type.types.flatMap((each) => objectsIn(each, inside))
    if ((type.flags & ts.TypeFlags.Object) === 0) return []
    const elements = [ts.IndexKind.Number, ts.IndexKind.String].flatMap(
      (kind) => checker.getIndexTypeOfType(type, kind) ?? [],
    )
    return elements.length === 0 ? [type] : elements.flatMap((each) => objectsIn(each, inside))
  }
}

/** The properties that types of this project declare. */
function propertiesOf(type: ts.Type): readonly ts.Symbol[] {
  return type.getProperties().filter((property) => declaredType(property) !== '')
}

/** The type of a property as it is written; empty: this project does not declare it. */
function declaredType({ declarations = [] }: ts.Symbol): string {
  const own = declarations.filter((each) => each.getSourceFile().fileName.includes('/src/shared/'))
  return own.map((each) => (ts.isPropertySignature(each) ? (each.type?.getText() ?? '') : '')).join(' ')
}
