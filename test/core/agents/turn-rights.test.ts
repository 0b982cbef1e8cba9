import { describe, expect, it } from 'vitest'

import { TurnRights } from '../../../src/main/core/agents/turn-rights.ts'
import { memorySettings } from '../../support/memory-settings.ts'

const mail = (from: string, to: string) => ({ id: 1, from, to, content: '', sentAt: '' })

async function limitsOf(rights: TurnRights, agentId: string): Promise<readonly string[]> {
  const limits = await rights.chainOf(agentId)
  return limits.ok ? limits.value : ['failed']
}

describe('the agents whose rights limit a turn', () => {
  it('are the senders of the mail that started it, and a prompt of the user removes them', async () => {
    const rights = new TurnRights(memorySettings())
    expect(await limitsOf(rights, 'b')).toEqual([])
    await rights.beginByMail('b', [mail('a', 'b')])
    expect(await limitsOf(rights, 'b')).toEqual(['a'])
    await rights.beginByPerson('b')
    expect(await limitsOf(rights, 'b')).toEqual([])
  })

  it('grow by the senders of mail that is read during the turn', async () => {
    const rights = new TurnRights(memorySettings())
    await rights.beginByMail('b', [mail('a', 'b')])
    await rights.read('b', [mail('c', 'b')])
    expect(await limitsOf(rights, 'b')).toEqual(['a', 'c'])
  })

  it('are passed on by mail, along the whole chain', async () => {
    const rights = new TurnRights(memorySettings())
    await rights.beginByMail('b', [mail('a', 'b')])
    await rights.send(mail('b', 'c'), 0)
    await rights.beginByMail('c', [mail('b', 'c')])
    expect(await limitsOf(rights, 'c')).toEqual(['b', 'a'])
  })

  it('stay with mail that is still unread when the sender writes again without limits', async () => {
    const rights = new TurnRights(memorySettings())
    await rights.beginByMail('b', [mail('a', 'b')])
    await rights.send(mail('b', 'c'), 0)
    await rights.beginByPerson('b')
    await rights.send(mail('b', 'c'), 1)
    await rights.beginByMail('c', [mail('b', 'c')])
    expect(await limitsOf(rights, 'c')).toEqual(['b', 'a'])
    await rights.send(mail('b', 'c'), 0)
    await rights.beginByMail('c', [mail('b', 'c')])
    expect(await limitsOf(rights, 'c')).toEqual(['b'])
  })

  it('are copied to a child that is forked in the turn', async () => {
    const rights = new TurnRights(memorySettings())
    await rights.beginByMail('b', [mail('a', 'b')])
    await rights.fork('b', 'child')
    expect(await limitsOf(rights, 'child')).toEqual(['a'])
  })

  it('fail where they cannot be read', async () => {
    expect((await new TurnRights(memorySettings(true)).chainOf('b')).ok).toBe(false)
  })
})
