import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Link, useParams } from '@tanstack/react-router'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { Contar } from './contar'
import { Documento } from './documento'
import { formatEscaneosFotos } from './textos'
import { useCuenta } from './use-cuenta'

/** One count: an open count is counted here, a closed one is shown as a document. */
export function RecuentoPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const c = useCuenta(Number(id))
  if (c.error && !c.guardado)
    return (
      <Box sx={{ flex: 1, display: 'grid', placeContent: 'center' }}>
        <Fallo
          texto={c.error.message}
          onRetry={c.load}
          {...(c.sinConexion && {
            detalle: 'Ábrelo una vez con conexión: después se puede contar sin ella.',
          })}
        />
        <Link to="/recuentos" style={{ justifySelf: 'center', color: tono('brand') }}>
          Ver todos los recuentos
        </Link>
      </Box>
    )
  if (!c.guardado)
    return (
      <Skeleton
        variant="rounded"
        height={480}
        sx={{ m: { xs: 3, md: 5 } }}
        aria-label="Cargando el recuento"
      />
    )
  return c.guardado.contenedores ? (
    <Contar c={c} recuento={c.guardado.recuento} />
  ) : (
    <Documento
      recuento={c.guardado.recuento}
      rechazados={formatEscaneosFotos(c.rechazados.length, c.fotosRechazadas.length)}
      onChange={c.reload}
    />
  )
}
