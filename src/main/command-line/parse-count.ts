import { InvalidArgumentError } from 'commander'

/** Parses an option's number from 1 on; any other text is a usage error. */
export function parseCount(value: string): number {
  const number = Number(value)
  if (!(Number.isSafeInteger(number) && number > 0)) throw new InvalidArgumentError('Use a number of at least 1.')
  return number
}
