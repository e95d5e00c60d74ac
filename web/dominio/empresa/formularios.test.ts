import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CALLS } from '#contract/calls'
import type { Endpoint } from '#contract/endpoint'

type Call = { name: string; at: string; args: string }

/** It changes the row that its address names; the company in its body would move it. */
const byId = (e: Endpoint) => e.path.includes('/{id}')

/** Calls that change something and whose request may name a company. */
const naming = new Set<string>()

const shapeOf = (s: z.ZodType | undefined): Record<string, unknown> => {
  if (s instanceof z.ZodObject) return s.shape
  if (s instanceof z.ZodPipe) return shapeOf(s.def.in as z.ZodType)
  return {}
}

/** From an opening bracket to the one that closes it. */
function bracketed(source: string, begin: number): string {
  let depth = 0
  for (let i = begin; i < source.length; i++) {
    if (source[i] === '(') depth++
    else if (source[i] === ')' && --depth === 0) return source.slice(begin, i + 1)
  }
  return source.slice(begin)
}

/** Source text of every `call(api.x, …)` and `upload(api.x, …)` of the web. */
async function findCalls(): Promise<Call[]> {
  const calls: Call[] = []
  for await (const at of glob('web/**/*.{ts,tsx}')) {
    if (at.includes('.test.')) continue
    const source = readFileSync(at, 'utf8')
    for (const m of source.matchAll(/\b(?:call|upload)(\(\s*api\.(\w+))/g))
      calls.push({
        at,
        name: m[2] as string,
        args: bracketed(source, m.index + m[0].length - (m[1] as string).length),
      })
  }
  return calls
}

/** Those whose request is put together elsewhere; what it has is shown by the test of that place. */
const ELSEWHERE: Record<string, string> = {
  'web/parque/registro/envio.ts updateDeviceDetails': 'web/parque/registro/reglas.test.ts',
}

describe('every form writes into the company that is chosen', () => {
  let calls: Call[]
  beforeAll(async () => {
    for (const [name, e] of Object.entries<Endpoint>(CALLS))
      for (const part of ['body', 'query'] as const)
        if (e.method !== 'GET' && !byId(e) && 'empresa' in shapeOf(e[part])) naming.add(name)
    calls = await findCalls()
  })

  it('there is something to look at', () => {
    expect(naming.size).toBeGreaterThan(15)
    expect(calls.length).toBeGreaterThan(150)
  })

  it('a call that may name a company names it', () => {
    const silent = calls
      .filter((c) => naming.has(c.name) && !/\bempresa\b/.test(c.args))
      .map((c) => `${c.at} ${c.name}`)
      .filter((c) => !(c in ELSEWHERE))
    expect(silent).toEqual([])
  })

  it('no form takes the company of the session, or a first one', async () => {
    const guessed: string[] = []
    for await (const file of glob('web/**/*.{ts,tsx}'))
      if (
        !file.includes('.test.') &&
        /\?\?\s*(sesion|useSesion\(\))\??\.empresa|empresa\s*\?\?\s*1\b/.test(readFileSync(file, 'utf8'))
      )
        guessed.push(file)
    expect(guessed).toEqual([])
  })
})
