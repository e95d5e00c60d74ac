import type { z } from 'zod'
import { CALLS } from '#contract/calls'
import type { Endpoint } from '#contract/endpoint'
import type { api as Calls, Llamada } from '../lib/api/llamadas'

/** The call as the server would see it. */
export type Request = {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  /** The file of a form. */
  file?: File | undefined
}
/** A refusal, with the server's message. */
export type Refusal = { status: number; error: string; code?: string; campo?: string }
type AnswerOf<L> =
  L extends Llamada<infer _P, infer _Q, infer _B, infer R extends z.ZodType> ? z.input<R> : never
/** What the fake server says to each call, by the name of the call. */
export type Answers = {
  [N in keyof typeof Calls]?: (
    request: Request,
  ) => AnswerOf<(typeof Calls)[N]> | Response | Promise<AnswerOf<(typeof Calls)[N]> | Response>
}

type Route = { name: keyof Answers; endpoint: Endpoint; match: RegExp }

const gapsOf = ({ endpoint }: Route) => endpoint.path.split('{').length

/** A path without gaps before one that it would fill. */
const ROUTES: readonly Route[] = Object.entries(CALLS)
  .map(([name, endpoint]) => ({
    name: name as keyof Answers,
    endpoint,
    match: new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
  .toSorted((a, b) => gapsOf(a) - gapsOf(b))

/** The page of these rows that a list asks for, as the server answers it; without a size, all. */
export function pageOf<T>(found: readonly T[], query: Request['query'], size = found.length) {
  const rows = Number(query.per_page ?? size)
  const from = (Number(query.page ?? 1) - 1) * rows
  return { data: found.slice(from, from + rows), total: found.length }
}

/** A refusal as the server sends it. */
export const refuse = ({ status, code = 'error', ...rest }: Refusal) =>
  Response.json({ code, ...rest }, { status })

/** The first issue of a query, as the server refuses it. */
const refuseIssue = ({ issues: [issue] }: z.ZodError) =>
  refuse({ status: 400, error: issue?.message ?? '', campo: String(issue?.path.at(-1)) })

/**
 * A server that answers from `answers`, held to the contract: what the web asks and what the fake says must both be allowed by it.
 * `problems` names each call that nobody answers, and each that breaks the contract.
 * @param wrong calls that a test has people ask wrongly: they are refused, as the server would, and no problem
 */
export function createServer(answers: Answers, wrong: readonly (keyof Answers)[] = []) {
  const problems: string[] = []
  const asked: { name: keyof Answers; request: Request }[] = []
  const complain = (text: string) => {
    problems.push(text)
    return refuse({ status: 500, error: text })
  }

  /** @returns null: the address is none of the API */
  async function answer(url: URL, method: string, text: string, file?: File): Promise<Response | null> {
    const route = ROUTES.find((r) => r.endpoint.method === method && r.match.test(url.pathname))
    if (!route)
      return url.pathname.startsWith('/api/')
        ? complain(`${method} ${url.pathname} is no call of the contract`)
        : null
    const { name, endpoint, match } = route
    const request = {
      params: { ...match.exec(url.pathname)?.groups },
      query: Object.fromEntries(url.searchParams),
      body: text ? JSON.parse(text) : undefined,
      file,
    }
    asked.push({ name, request })
    for (const part of ['params', 'query', 'body'] as const) {
      const refused = endpoint[part]?.safeParse(request[part])
      if (refused && !refused.success && wrong.includes(name)) return refuseIssue(refused.error)
      if (refused && !refused.success)
        return complain(`${name} asks with a wrong ${part}: ${refused.error.message}`)
    }
    const say = answers[name]
    if (!say) return complain(`nobody answers ${name}`)
    const said = await say(request as never)
    if (said instanceof Response) return said
    const checked = endpoint.response.safeParse(said)
    return checked.success
      ? Response.json(said)
      : complain(`the fake of ${name} breaks its contract: ${checked.error.message}`)
  }
  return { answer, problems, asked }
}
