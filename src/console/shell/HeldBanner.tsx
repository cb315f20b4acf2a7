import { Trans } from '@lingui/react/macro';
import css from '#console/offline/OfflineReading.module.css';

export function HeldBanner() {
  return (
    <p className={css.banner} data-banner data-print="hidden">
      <Trans>
        No se envían correos ni notificaciones: estos datos son de otra instalación, o cambió su dirección.
        Quien opera Vitrina suelta los envíos.
      </Trans>
    </p>
  );
}
