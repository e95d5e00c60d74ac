import type { Plugin } from 'vite'

/** What only the server reads. */
const DEL_SERVIDOR = new Set(['summary', 'params', 'query', 'body', 'response'])

type Nodo = { type: string; start: number; end: number; [clave: string]: unknown }
type Edicion = { desde: number; hasta: number; texto: string }

/**
 * Leaves an endpoint of the contract its method and path in the web build, and lets a schema that nobody imports
 * go. The server has already checked what crosses the wire, so shipping every schema would cost each first load
 * the whole of zod (25 KB gzip). A schema that the web imports by name, for a form, still comes along.
 */
export function contratoLigero(): Plugin {
  return {
    name: 'contrato-ligero',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler(codigo) {
        const programa = this.parse(codigo) as unknown as { body: Nodo[] }
        const ediciones = programa.body.flatMap(declaradores).flatMap(aligerar)
        // From the end, so that the earlier places stay where they are.
        ediciones.sort((a, b) => b.desde - a.desde)
        let ligero = codigo
        for (const { desde, hasta, texto } of ediciones)
          ligero = ligero.slice(0, desde) + texto + ligero.slice(hasta)
        return { code: ligero, map: null }
      },
    },
  }
}

/** First values of the constants of a module, exported or not. */
function declaradores(nodo: Nodo): Nodo[] {
  const declaracion = (nodo.type === 'ExportNamedDeclaration' ? nodo.declaration : nodo) as Nodo | null
  if (declaracion?.type !== 'VariableDeclaration') return []
  return (declaracion.declarations as Nodo[]).map((d) => d.init as Nodo)
}

function aligerar(valor: Nodo): Edicion[] {
  if (valor.type !== 'CallExpression' && valor.type !== 'ObjectExpression') return []
  const { start, end } = valor
  const ediciones = [
    { desde: start, hasta: start, texto: '/* @__PURE__ */ (() => (' },
    { desde: end, hasta: end, texto: '))()' },
  ]
  const propiedades = (valor.arguments as Nodo[] | undefined)?.[0]?.properties as Nodo[] | undefined
  if ((valor.callee as Nodo | undefined)?.name !== 'endpoint') return ediciones
  for (const p of propiedades ?? []) {
    if (!DEL_SERVIDOR.has(String((p.key as Nodo | undefined)?.name))) continue
    const esquema = p.value as Nodo
    ediciones.push({ desde: esquema.start, hasta: esquema.end, texto: 'undefined' })
  }
  return ediciones
}
