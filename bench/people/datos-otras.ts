import { macDeTag, TAGS } from '../planta'

/** What people do while a file leaves, in turn: a list, the start page, the file of a container, a label. Throws if one of them fails. */
export function createOthers(url: string, cookie: string): () => Promise<void> {
  const containerOf = (i: number) => (i * 37) % TAGS
  const calls: ((i: number) => Promise<Response>)[] = [
    () => fetch(`${url}/api/get_table_data?page=1&per_page=20`, { headers: { cookie } }),
    () => fetch(`${url}/api/hoy?papel=parque`, { headers: { cookie } }),
    (i) => fetch(`${url}/api/contenedores/20014-${containerOf(i) + 1}`, { headers: { cookie } }),
    (i) =>
      fetch(`${url}/api/dispositivos_lote`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ macs: [macDeTag(containerOf(i))], etiqueta: `R${i}` }),
      }),
  ]
  let i = 0
  return async () => {
    const answer = await calls[i % calls.length]?.(i++)
    const text = await answer?.text()
    if (!answer?.ok) throw new Error(`${answer?.url}: ${answer?.status} ${text}`)
  }
}
