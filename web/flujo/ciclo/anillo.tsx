import Box from '@mui/material/Box'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useId } from 'react'
import type { CuadroCiclo, EtapaCuadro, PasoCuadro } from '#contract/flujo/ciclos/cuadro'
import { porCiento } from '../../lib/formato'
import { tinte, tono } from '../../ui/theme/tono'
import { type Figura, hrefOf } from './busqueda'
import { ALTO, ANCHO, drawPaso, lineOf, placeEtapas, placeRotulo, type Sitio, widthOf } from './geometria'
import { formatCifras, formatHoras, formatMeta, formatPaso, juicioOf, metaOf } from './textos'

/** Legs with a smaller share have no label: the table has their figures. */
const PARTE_ROTULADA = 0.1

/** A part of the picture that links to its list. */
function Enlace({ figura, nombre, children }: { figura: Figura; nombre: string; children: ReactNode }) {
  const navigate = useNavigate()
  const href = hrefOf(figura)
  const onClick = (e: MouseEvent) => {
    if (e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return
    e.preventDefault()
    void navigate({ href })
  }
  return (
    <a href={href} onClick={onClick} aria-label={nombre}>
      <title>{nombre}</title>
      {children}
    </a>
  )
}

function Paso({ p, de, a, mayor, nombres, figura, punta }: PropsPaso) {
  const trazo = drawPaso(de, a)
  const rotulo = p.parte >= PARTE_ROTULADA
  const texto = `${porCiento(p.parte)}${p.mediana_h !== null && p.mediana_h * 60 >= 1 ? ` · ${formatHoras(p.mediana_h, true)}` : ''}`
  return (
    <Enlace figura={figura} nombre={formatPaso(p, nombres.de, nombres.a)}>
      <path className="zona" d={trazo.d} fill="none" />
      <path
        className="trazo"
        d={trazo.d}
        fill="none"
        strokeWidth={widthOf(p.n, mayor)}
        markerEnd={`url(#${punta})`}
      />
      {rotulo && (
        <text className="rotulo" x={trazo.x} y={trazo.y + 4} textAnchor="middle">
          {texto}
        </text>
      )}
    </Enlace>
  )
}
type PropsPaso = {
  p: PasoCuadro
  de: Sitio
  a: Sitio
  mayor: number
  nombres: { de: string; a: string }
  figura: Figura
  punta: string
}

type Linea = { texto: string; color: string; que: 'dentro' | 'estancias' | 'atascados' }

/** Labels of a stage: name, duration, targets, and problems. */
function lineasOf(e: EtapaCuadro): Linea[] {
  const meta = formatMeta(metaOf(e))
  const juicio = juicioOf(e)
  const cifras = e.cobertura ? ['cobertura incompleta'] : formatCifras(e).split(' · ')
  return [
    { texto: e.nombre, color: tono('ink'), que: 'dentro' },
    ...cifras.map((texto) => ({
      texto,
      color: tono(e.cobertura ? 'amber' : 'muted'),
      que: 'estancias' as const,
    })),
    ...(meta ? [{ texto: meta, color: tono('muted'), que: 'dentro' as const }] : []),
    ...(juicio ? [{ texto: juicio.texto, color: tono(juicio.token), que: 'dentro' as const }] : []),
    ...(e.atascados > 0
      ? [
          {
            texto: e.atascados === 1 ? '1 atascado' : `${e.atascados} atascados`,
            color: tono('rojo'),
            que: 'atascados' as const,
          },
        ]
      : []),
  ]
}

function Etapa({ e, s, figura }: { e: EtapaCuadro; s: Sitio; figura: (f: Partial<Figura>) => Figura }) {
  const token = juicioOf(e)?.token ?? 'brand'
  const lineas = lineasOf(e)
  const rotulo = placeRotulo(s, lineas.length)
  const textos = (que: Linea['que']) =>
    lineas.map(
      (l, i) =>
        l.que === que && (
          <text
            key={l.texto}
            className={i === 0 ? 'nombre' : undefined}
            x={rotulo.x}
            y={lineOf(rotulo, i)}
            textAnchor={rotulo.ancla}
            style={{ fill: l.color }}
          >
            {l.texto}
          </text>
        ),
    )
  return (
    <g>
      <Enlace
        figura={figura({ que: 'dentro', etapa: e.id })}
        nombre={`${e.nombre}: ${e.dentro} ahora${juicioOf(e) ? `. ${juicioOf(e)?.texto}` : ''}`}
      >
        <circle className="nodo" cx={s.x} cy={s.y} r={s.r} stroke={tono(token)} fill={tinte(token, 14)} />
        <text className="cuantos" x={s.x} y={s.y + 6} textAnchor="middle">
          {e.dentro}
        </text>
        {textos('dentro')}
      </Enlace>
      <Enlace
        figura={figura({ que: 'estancias', etapa: e.id })}
        nombre={`${e.n} estancias acabadas en ${e.nombre}: ${e.cobertura ? 'cobertura incompleta' : formatCifras(e)}`}
      >
        {textos('estancias')}
      </Enlace>
      {e.atascados > 0 && (
        <Enlace
          figura={figura({ que: 'atascados', etapa: e.id })}
          nombre={`${e.atascados} atascados en ${e.nombre}`}
        >
          {textos('atascados')}
        </Enlace>
      )}
    </g>
  )
}

const ESTILO = {
  width: '100%',
  maxWidth: 1080,
  mx: 'auto',
  display: 'block',
  height: 'auto',
  overflow: 'visible',
  '& a': { cursor: 'pointer', outline: 'none', textDecoration: 'none' },
  '& .zona': { stroke: 'transparent', strokeWidth: 22 },
  '& .trazo': { stroke: tinte('brand', 45), strokeLinecap: 'butt' },
  '& a:hover .trazo, & a:focus-visible .trazo': { stroke: tono('brand') },
  '& .nodo': { strokeWidth: 2.5 },
  '& a:hover .nodo, & a:focus-visible .nodo': { strokeWidth: 5 },
  '& text': {
    fontFamily: 'inherit',
    fontSize: 13,
    fill: tono('ink'),
    paintOrder: 'stroke',
    stroke: tono('paper'),
    strokeWidth: 4,
    strokeLinejoin: 'round',
  },
  '& .cuantos': { fontSize: 19, fontWeight: 650, stroke: 'none' },
  '& .nombre': { fontSize: 15, fontWeight: 600 },
  '& .rotulo': { fontSize: 12, fill: tono('muted') },
  '& a:hover text, & a:focus-visible text': { textDecoration: 'underline' },
} as const

/** The loop as a ring: the size of a stage shows its stock, the width of a leg its flow. */
export function Anillo({ ciclo, familia }: { ciclo: CuadroCiclo; familia: string | undefined }) {
  const punta = useId()
  const sitios = placeEtapas(ciclo.etapas.map((e) => e.dentro))
  const porId = new Map(ciclo.etapas.map((e, i) => [e.id, { e, s: sitios[i] as Sitio }]))
  const mayor = Math.max(1, ...ciclo.pasos.map((p) => p.n))
  const figura = (f: Partial<Figura>): Figura => ({ que: 'dentro', ciclo: ciclo.id, familia, ...f })
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${ANCHO} ${ALTO}`}
      role="group"
      aria-label={`Ciclo ${ciclo.nombre}`}
      sx={ESTILO}
    >
      <defs>
        <marker
          id={punta}
          viewBox="0 0 8 8"
          refX="2"
          refY="4"
          markerWidth="18"
          markerHeight="18"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 0 8 4 0 8z" fill={tono('brand')} />
        </marker>
      </defs>
      {ciclo.pasos.map((p) => {
        const [de, a] = [porId.get(p.de), porId.get(p.a)]
        return (
          de &&
          a && (
            <Paso
              key={`${p.de} ${p.a}`}
              p={p}
              de={de.s}
              a={a.s}
              mayor={mayor}
              nombres={{ de: de.e.nombre, a: a.e.nombre }}
              figura={figura({ que: 'pasos', etapa: p.de, a: p.a })}
              punta={punta}
            />
          )
        )
      })}
      {ciclo.etapas.map((e, i) => (
        <Etapa key={e.id} e={e} s={sitios[i] as Sitio} figura={figura} />
      ))}
    </Box>
  )
}
