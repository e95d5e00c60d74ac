import { onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { App, watchSesion } from '../app-shell/app'
import { createQueryClient } from '../lib/api/consultas'
import { setEmpresa } from '../lib/session/empresa'
import { createAppRouter } from '../router'
import { type Answers, createServer } from './answers'
import { BASE } from './base-answers'
import { fileOf } from './files'
import { LiveSource } from './live'

type Options = {
  answers?: Answers
  width?: number
  height?: number
  /** Calls that the test has people ask wrongly: the fake server refuses them. */
  wrong?: readonly (keyof Answers)[]
}

/**
 * The app at an address, in a real browser, with a fake server that is held to the contract. At the end of the test every call that nobody
 * answered, and every answer that the contract does not allow, fails it.
 */
export async function openApp(
  address: string,
  { answers = {}, width = 1440, height = 900, wrong }: Options = {},
) {
  await page.viewport(width, height)
  const server = createServer({ ...BASE, ...answers }, wrong)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input instanceof URL ? input.href : input, init)
    const url = new URL(request.url)
    if (url.origin !== location.origin) return realFetch(input, init)
    init?.signal?.throwIfAborted()
    const file = await fileOf(request)
    const text = file ? '' : await request.text()
    const answer = await server.answer(url, request.method, text, file)
    init?.signal?.throwIfAborted()
    return answer ?? realFetch(input, init)
  })
  vi.stubGlobal('EventSource', LiveSource)
  const before = location.href
  history.pushState(null, '', address)
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  const router = createAppRouter(queryClient)
  watchSesion({ queryClient, router })
  const screen = await render(<App queryClient={queryClient} router={router} />)
  onTestFinished(async () => {
    await screen.unmount()
    queryClient.clear()
    setEmpresa(undefined)
    localStorage.clear()
    sessionStorage.clear()
    await clearDatabases()
    history.pushState(null, '', before)
    vi.unstubAllGlobals()
    if (server.problems.length) throw new Error(server.problems.join('\n'))
  })
  return { screen, router, queryClient, asked: server.asked }
}

const realFetch = globalThis.fetch

/** What a screen keeps for offline use; the app closes its connections when it is asked to. */
async function clearDatabases(): Promise<void> {
  const clear = (name: string) =>
    new Promise<void>((done) => {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = request.onerror = () => done()
    })
  await Promise.all((await indexedDB.databases()).map(({ name = '' }) => clear(name)))
}
