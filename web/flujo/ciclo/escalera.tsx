import Box from '@mui/material/Box'
import type { CuadroCiclo, EtapaCuadro } from '#contract/flujo/ciclos/cuadro'
import { porCiento } from '../../lib/formato'
import { useEnlace } from '../../lib/use-enlace'
import { tinte, tono } from '../../ui/theme/tono'
import { type Figura, hrefOf } from './busqueda'
import { entera, formatCifras, formatHoras, formatMeta, juicioOf, metaOf } from './textos'

export function EnlaceCifra({
  figura,
  children,
  nombre,
}: {
  figura: Figura
  nombre?: string
  children: React.ReactNode
}) {
  return (
    <Box
      component="a"
      {...useEnlace(hrefOf(figura))}
      {...(nombre && { 'aria-label': nombre })}
      sx={{ color: tono('brand'), textDecoration: 'none', '&:hover': { textDecoration: 'underline' } }}
    >
      {children}
    </Box>
  )
}

type De = (f: Partial<Figura>) => Figura

function Peldano({ e, mayor, figura }: { e: EtapaCuadro; mayor: number; figura: De }) {
  const juicio = juicioOf(e)
  const token = juicio?.token ?? 'brand'
  const lado = 36 + 28 * Math.sqrt(e.dentro / mayor)
  const meta = formatMeta(metaOf(e))
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '68px minmax(0, 1fr)', gap: 3, alignItems: 'center' }}>
      <Box
        component="a"
        {...useEnlace(hrefOf(figura({ que: 'dentro', etapa: e.id })))}
        aria-label={`${e.nombre}: ${e.dentro} ahora`}
        sx={{
          justifySelf: 'center',
          width: lado,
          height: lado,
          borderRadius: '50%',
          border: `2.5px solid ${tono(token)}`,
          bgcolor: tinte(token, 14),
          color: tono('ink'),
          textDecoration: 'none',
          display: 'grid',
          placeContent: 'center',
          fontWeight: 650,
        }}
      >
        {e.dentro}
      </Box>
      <Box sx={{ fontSize: 13, lineHeight: '20px', minWidth: 0 }}>
        <Box sx={{ fontSize: 15, fontWeight: 600 }}>{e.nombre}</Box>
        <EnlaceCifra figura={figura({ que: 'estancias', etapa: e.id })}>
          {e.cobertura ? 'cobertura incompleta' : formatCifras(e)}
        </EnlaceCifra>
        {meta && <Box sx={{ color: tono('muted') }}>{meta}</Box>}
        {juicio && <Box sx={{ color: tono(juicio.token), fontWeight: 550 }}>{juicio.texto}</Box>}
        {e.atascados > 0 && (
          <Box>
            <EnlaceCifra figura={figura({ que: 'atascados', etapa: e.id })}>
              {e.atascados === 1 ? '1 atascado' : `${e.atascados} atascados`}
            </EnlaceCifra>
          </Box>
        )}
      </Box>
    </Box>
  )
}

/** The loop on a narrow screen: stage below stage, each with its outgoing legs. */
export function Escalera({ ciclo, familia }: { ciclo: CuadroCiclo; familia: string | undefined }) {
  const figura: De = (f) => ({ que: 'dentro', ciclo: ciclo.id, familia, ...f })
  const nombres = new Map(ciclo.etapas.map((e) => [e.id, e.nombre]))
  const mayor = Math.max(1, ...ciclo.etapas.map((e) => e.dentro))
  return (
    <Box
      component="ol"
      aria-label={`Ciclo ${ciclo.nombre}`}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
    >
      {ciclo.etapas.map((e) => (
        <Box component="li" key={e.id} sx={{ display: 'grid', gap: 1 }}>
          <Peldano e={e} mayor={mayor} figura={figura} />
          <Box
            component="ul"
            aria-label={`Salen de ${e.nombre}`}
            sx={{
              m: 0,
              ml: '33px',
              pl: '46px',
              py: 1,
              listStyle: 'none',
              borderLeft: `2px solid ${tono('line')}`,
              fontSize: 13,
            }}
          >
            {ciclo.pasos
              .filter((p) => p.de === e.id)
              .sort((x, y) => y.n - x.n)
              .map((p) => (
                <li key={p.a}>
                  <EnlaceCifra figura={figura({ que: 'pasos', etapa: p.de, a: p.a })}>
                    → {nombres.get(p.a)}: {entera(p.n)} · {porCiento(p.parte)}
                    {p.mediana_h !== null && p.mediana_h * 60 >= 1 && ` · ${formatHoras(p.mediana_h, true)}`}
                  </EnlaceCifra>
                </li>
              ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
