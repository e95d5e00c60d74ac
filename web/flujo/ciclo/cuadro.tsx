import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { CuadroCiclo } from '#contract/flujo/ciclos/cuadro'
import { useAdministra } from '../../lib/session/sesion'
import { Seccion } from '../../ui/seccion'
import { tono } from '../../ui/theme/tono'
import { Anillo } from './anillo'
import type { Figura } from './busqueda'
import { EnlaceCifra, Escalera } from './escalera'
import { TablaEtapas } from './tabla-etapas'
import { Tendencia } from './tendencia'
import { decimal, entera, formatCobertura, formatSinLimite } from './textos'

type Props = {
  ciclo: CuadroCiclo
  familia: string | undefined
  tendencia: number | undefined
  onMetas: () => void
  onTendencia: (etapa: number | undefined) => void
}

function Titular({ valor, que, figura }: { valor: string; que: string; figura: Figura }) {
  return (
    <Box sx={{ minWidth: 104 }}>
      <Box sx={{ fontSize: 22, fontWeight: 650, lineHeight: '28px' }}>
        <EnlaceCifra figura={figura} nombre={`${valor} ${que}`}>
          {valor}
        </EnlaceCifra>
      </Box>
      <Typography variant="body2" color="textSecondary">
        {que}
      </Typography>
    </Box>
  )
}

function Titulares({ ciclo, familia }: { ciclo: CuadroCiclo; familia: string | undefined }) {
  const { vueltas: v, etapas } = ciclo
  const sum = (campo: 'dentro' | 'atascados' | 'callan') => etapas.reduce((n, e) => n + e[campo], 0)
  const figura = (que: Figura['que']): Figura => ({ que, ciclo: ciclo.id, familia })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '12px 32px' }}>
      <Titular valor={entera(sum('dentro'))} que="en el ciclo" figura={figura('dentro')} />
      <Titular valor={entera(sum('atascados'))} que="atascados" figura={figura('atascados')} />
      <Titular valor={entera(sum('callan'))} que="ya no se oyen" figura={figura('callan')} />
      {v.mediana_d !== null && v.p90_d !== null && v.al_anno !== null ? (
        <>
          <Titular
            valor={`${decimal(v.mediana_d)} días`}
            que={`por vuelta; el 90 % en ${decimal(v.p90_d)}`}
            figura={figura('vueltas')}
          />
          <Titular valor={decimal(v.al_anno)} que="vueltas al año" figura={figura('vueltas')} />
        </>
      ) : (
        <Titular valor={entera(v.n)} que="vueltas: pocos datos" figura={figura('vueltas')} />
      )}
    </Box>
  )
}

/** The loop now and over the last weeks. */
export function Cuadro({ ciclo, familia, tendencia, onMetas, onTendencia }: Props) {
  const faltas = ciclo.etapas.flatMap((e) => formatCobertura(e) ?? [])
  const administra = useAdministra()
  const sinLimite = formatSinLimite(ciclo.etapas)
  return (
    <>
      <Titulares ciclo={ciclo} familia={familia} />
      {faltas.map((f) => (
        <Alert key={f} severity="warning" variant="outlined">
          {f}
        </Alert>
      ))}
      {sinLimite && (
        <Alert
          severity="info"
          variant="outlined"
          action={
            administra && (
              <Button color="inherit" size="small" onClick={onMetas}>
                Fijar plazos
              </Button>
            )
          }
        >
          {sinLimite}
        </Alert>
      )}
      <Seccion titulo={`Ciclo ${ciclo.nombre}`}>
        <Box sx={{ display: { xs: 'none', md: 'block' } }}>
          <Anillo ciclo={ciclo} familia={familia} />
        </Box>
        <Box sx={{ display: { md: 'none' } }}>
          <Escalera ciclo={ciclo} familia={familia} />
        </Box>
      </Seccion>
      <Tendencia ciclo={ciclo} familia={familia} etapa={tendencia} onEtapa={onTendencia} />
      <Box
        sx={{
          bgcolor: tono('paper'),
          border: `1px solid ${tono('line')}`,
          borderRadius: 2,
          overflow: 'hidden',
        }}
      >
        <TablaEtapas ciclo={ciclo} familia={familia} />
      </Box>
    </>
  )
}
