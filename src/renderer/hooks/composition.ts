/** The key code of keys that an input method takes, also of the one that ends a composition (UI Events, 6.3.1). */
const TAKEN_BY_INPUT_METHOD = 229

/**
 * Returns whether a key belongs to an input method, which is composing a word or ends that with this key: then it does
 * nothing else. Safari reports the last key after the end of the composition, by its code alone.
 */
export function isOfComposition({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD
}
