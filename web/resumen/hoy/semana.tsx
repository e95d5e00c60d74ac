import Box from '@mui/material/Box'
import { Link } from '@tanstack/react-router'
import type { Cifra, Semana } from '#contract/resumen/hoy/hoy'
import { CIFRAS, formatDiferencia, formatExplicacion } from '#contract/resumen/hoy/semana-values'
import { formatNumero } from '#contract/resumen/hoy/values'
import { hora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { Seccion } from '../../ui/seccion'
import { tono } from '../../ui/theme/tono'

type Tramo = Semana['ahora']

/** The figures of the week against the previous one, each with a link to its list. */
export function SemanaHoy({ semana }: { semana: Semana }) {
  const zona = useZona()
  return (
    <Seccion titulo="Esta semana">
      <Box component="p" sx={{ m: 0, mb: 3, fontSize: 13, color: tono('muted') }}>
        Desde el lunes hasta las {hora(Date.parse(semana.ahora.hasta), zona).slice(0, 5)} de hoy, frente al
        mismo tiempo de la semana pasada.
      </Box>
      <Box
        component="ul"
        aria-label="Cifras de la semana"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: '1px',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 248px), 1fr))',
          '@media print': { gridTemplateColumns: 'repeat(4, 1fr)' },
        }}
      >
        {semana.cifras.map((c) => (
          <CifraSemana key={c.clave} cifra={c} ahora={semana.ahora} antes={semana.antes} />
        ))}
      </Box>
    </Seccion>
  )
}

function CifraSemana({ cifra, ahora, antes }: { cifra: Cifra; ahora: Tramo; antes: Tramo }) {
  const d = CIFRAS[cifra.clave]
  const { explica } = cifra
  const diferencia = cifra.antes === null ? 0 : cifra.ahora - cifra.antes
  const color = !d.mas || diferencia === 0 ? 'muted' : (d.mas === 'mal') === diferencia > 0 ? 'rojo' : 'verde'
  const flecha = diferencia === 0 ? '' : diferencia > 0 ? '▲ ' : '▼ '
  return (
    <Box component="li" data-cifra={cifra.clave} sx={{ py: 2, pr: 3, minWidth: 0, breakInside: 'avoid' }}>
      <Box sx={{ fontSize: 13, color: tono('muted') }} title={d.ayuda}>
        {d.nombre}
      </Box>
      <EnlaceCifra clave={cifra.clave} tramo={ahora} etiqueta={`${d.nombre} de esta semana: ver la lista`}>
        <Box
          component="b"
          sx={{ fontSize: 28, lineHeight: '36px', fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}
        >
          {formatNumero(cifra.ahora)}
        </Box>
      </EnlaceCifra>
      <Box sx={{ fontSize: 13, lineHeight: '20px' }}>
        {cifra.antes === null ? (
          <Box component="span" sx={{ color: tono('muted') }}>
            {formatDiferencia(cifra.ahora, null)}
          </Box>
        ) : (
          <EnlaceCifra
            clave={cifra.clave}
            tramo={antes}
            etiqueta={`${d.nombre}: ${formatDiferencia(cifra.ahora, cifra.antes)}. Ver la lista de la semana pasada`}
          >
            <Box component="span" sx={{ color: tono(color) }}>
              <span aria-hidden>{flecha}</span>
              {formatDiferencia(cifra.ahora, cifra.antes)}
            </Box>
          </EnlaceCifra>
        )}
      </Box>
      {explica && cifra.antes !== null && (
        <Box sx={{ fontSize: 13, lineHeight: '20px', overflowWrap: 'anywhere' }}>
          <EnlaceCifra clave={cifra.clave} tramo={ahora} parte={{ [explica.de]: explica.nombre }}>
            <Box component="span" sx={{ color: tono('brand') }}>
              {formatExplicacion(cifra.clave, explica, cifra.ahora, cifra.antes)}
            </Box>
          </EnlaceCifra>
        </Box>
      )}
    </Box>
  )
}

type PropsEnlace = {
  clave: Cifra['clave']
  tramo: Tramo
  parte?: Record<string, string>
  etiqueta?: string
  children: React.ReactNode
}

const EnlaceCifra = ({ clave, tramo, parte, etiqueta, children }: PropsEnlace) => (
  <Link
    to="/hoy/$cifra"
    params={{ cifra: clave }}
    search={{ ...tramo, ...parte } as never}
    aria-label={etiqueta}
    style={{ color: tono('ink'), textDecorationColor: tono('line'), textUnderlineOffset: '4px' }}
  >
    {children}
  </Link>
)
