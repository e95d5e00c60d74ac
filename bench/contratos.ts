type Esquema = {
  $ref?: string
  type?: string
  properties?: Record<string, Esquema>
  required?: string[]
  items?: Esquema
}
type Llamada = {
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content?: Record<string, { schema?: Esquema }> }
  responses?: Record<string, { content?: Record<string, { schema?: Esquema }> }>
}
export type Contrato = {
  paths: Record<string, Record<string, Llamada>>
  components?: { schemas?: Record<string, Esquema> }
}

const JSON_TIPO = 'application/json'
const HONDO = 8

const follow = (c: Contrato, e: Esquema | undefined): Esquema | undefined =>
  e?.$ref ? c.components?.schemas?.[e.$ref.split('/').at(-1) as string] : e

/** What a page of before reads of an answer, and would not find any more. */
function listPerdidas(
  antes: [Contrato, Esquema?],
  ahora: [Contrato, Esquema?],
  donde: string,
  hondo = 0,
): string[] {
  const a = follow(...antes)
  const b = follow(...ahora)
  if (!a || hondo > HONDO) return []
  if (a.items) return listPerdidas([antes[0], a.items], [ahora[0], b?.items], `${donde}[]`, hondo + 1)
  return Object.entries(a.properties ?? {}).flatMap(([nombre, esquema]) => {
    const suya = b?.properties?.[nombre]
    if (!suya) return `${donde}.${nombre} is not answered any more`
    return listPerdidas([antes[0], esquema], [ahora[0], suya], `${donde}.${nombre}`, hondo + 1)
  })
}

/** What a page of before does not send, and would have to. */
function listExigidas(antes: Llamada, ahora: Llamada, a: Contrato, b: Contrato): string[] {
  const consulta = (l: Llamada) =>
    (l.parameters ?? []).filter((p) => p.required).map((p) => `${p.in} ${p.name}`)
  const cuerpo = (l: Llamada, c: Contrato) =>
    (follow(c, l.requestBody?.content?.[JSON_TIPO]?.schema)?.required ?? []).map((n) => `body ${n}`)
  const suyas = new Set([...consulta(antes), ...cuerpo(antes, a)])
  return [...consulta(ahora), ...cuerpo(ahora, b)].filter((p) => !suyas.has(p)).map((p) => `asks for ${p}`)
}

/** Where a page of the version before would not get on with this one's API. */
export function compareContratos(antes: Contrato, ahora: Contrato): string[] {
  return Object.entries(antes.paths).flatMap(([ruta, metodos]) =>
    Object.entries(metodos).flatMap(([metodo, suya]) => {
      const donde = `${metodo.toUpperCase()} ${ruta}`
      const nuestra = ahora.paths[ruta]?.[metodo]
      if (!nuestra) return `${donde} is gone`
      const respuesta = (l: Llamada) => l.responses?.['200']?.content?.[JSON_TIPO]?.schema
      return [
        ...listExigidas(suya, nuestra, antes, ahora).map((x) => `${donde} ${x}`),
        ...listPerdidas([antes, respuesta(suya)], [ahora, respuesta(nuestra)], donde),
      ]
    }),
  )
}
