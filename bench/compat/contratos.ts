type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}
type Invocation = {
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
}
export type Contrato = {
  paths: Record<string, Record<string, Invocation>>
  components?: { schemas?: Record<string, Schema> }
}

const JSON_TIPO = 'application/json'
const HONDO = 8

const follow = (c: Contrato, e: Schema | undefined): Schema | undefined =>
  e?.$ref ? c.components?.schemas?.[e.$ref.split('/').at(-1) as string] : e

/** Fields of an answer that a page of the old version reads and would not find any more. */
function listPerdidas(
  before: [Contrato, Schema?],
  now: [Contrato, Schema?],
  donde: string,
  hondo = 0,
): string[] {
  const a = follow(...before)
  const b = follow(...now)
  if (!a || hondo > HONDO) return []
  if (a.items) return listPerdidas([before[0], a.items], [now[0], b?.items], `${donde}[]`, hondo + 1)
  return Object.entries(a.properties ?? {}).flatMap(([nombre, schema]) => {
    const suya = b?.properties?.[nombre]
    if (!suya) return `${donde}.${nombre} is not answered any more`
    return listPerdidas([before[0], schema], [now[0], suya], `${donde}.${nombre}`, hondo + 1)
  })
}

/** Required inputs that a page of the old version does not send. */
function listExigidas(before: Invocation, now: Invocation, a: Contrato, b: Contrato): string[] {
  const query = (l: Invocation) =>
    (l.parameters ?? []).filter((p) => p.required).map((p) => `${p.in} ${p.name}`)
  const body = (l: Invocation, c: Contrato) =>
    (follow(c, l.requestBody?.content?.[JSON_TIPO]?.schema)?.required ?? []).map((n) => `body ${n}`)
  const suyas = new Set([...query(before), ...body(before, a)])
  return [...query(now), ...body(now, b)].filter((p) => !suyas.has(p)).map((p) => `asks for ${p}`)
}

/** Where a page of the old version would fail with the API of this version. */
export function compareContratos(before: Contrato, now: Contrato): string[] {
  return Object.entries(before.paths).flatMap(([ruta, methods]) =>
    Object.entries(methods).flatMap(([method, suya]) => {
      const donde = `${method.toUpperCase()} ${ruta}`
      const nuestra = now.paths[ruta]?.[method]
      if (!nuestra) return `${donde} is gone`
      const response = (l: Invocation) => l.responses?.['200']?.content?.[JSON_TIPO]?.schema
      return [
        ...listExigidas(suya, nuestra, before, now).map((x) => `${donde} ${x}`),
        ...listPerdidas([before, response(suya)], [now, response(nuestra)], donde),
      ]
    }),
  )
}
