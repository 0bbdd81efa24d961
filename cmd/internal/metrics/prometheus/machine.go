package prometheus

import (
	"time"

	client "github.com/prometheus/client_golang/prometheus"
)

// Machine is what is known of a machine and its checks. What is not known, or does not exist
// yet, has no metric: a 0 would set off alerts.
type Machine struct {
	Checks          map[string]bool // by the name of the check, whether its last result was good
	CertificateEnds time.Time       // zero: there is none
	ClockAhead      *time.Duration  // of the issuer's; less than zero: behind. Nil: not compared
	DiskFree        int64           // in bytes; less than zero: not known
	DatabaseSize    int64           // with its log, in bytes; 0: there is none
	BackedUp        time.Time       // when the newest backup was made; zero: never
	BackupFailed    *bool           // whether one has failed since then; nil: this program makes none
}

// Machine adds the metrics of a machine. now is called at each request.
func (s *Sink) Machine(now func() Machine) { s.registry.MustRegister(machine(now)) }

// machine is a collector of the metrics that exist at the moment.
type machine func() Machine

// Describe implements prometheus.Collector. Without a description the metrics may differ from
// request to request.
func (machine) Describe(chan<- *client.Desc) {}

var (
	checkDesc       = gauge("check", "Whether a check of /readyz passes: 1, or 0 if it has found something to do.", "check")
	certificateDesc = gauge("certificate_not_after_timestamp_seconds", "When the certificate of --tls-domain expires.")
	clockDesc       = gauge("clock_ahead_seconds", "How far this machine's clock is ahead of the issuer's; less than zero: behind.")
	diskDesc        = gauge("disk_free_bytes", "Free space on the disk of the data directory.")
	databaseDesc    = gauge("database_size_bytes", "Size of the database and its log.")
	backupDesc      = gauge("backup_last_success_timestamp_seconds", "When the newest backup was made.")
	failedDesc      = gauge("backup_failed", "Whether a backup has failed since the newest one was made: 1 or 0.")
)

func gauge(name, help string, labels ...string) *client.Desc {
	return client.NewDesc(client.BuildFQName(namespace, "", name), help, labels, nil)
}

// Collect implements prometheus.Collector.
func (now machine) Collect(to chan<- client.Metric) {
	m := now()
	send := func(known bool, desc *client.Desc, value float64, labels ...string) {
		if known {
			to <- client.MustNewConstMetric(desc, client.GaugeValue, value, labels...)
		}
	}
	for check, passed := range m.Checks {
		send(true, checkDesc, number(passed), check)
	}
	send(!m.CertificateEnds.IsZero(), certificateDesc, float64(m.CertificateEnds.Unix()))
	if m.ClockAhead != nil {
		send(true, clockDesc, m.ClockAhead.Seconds())
	}
	send(m.DiskFree >= 0, diskDesc, float64(m.DiskFree))
	send(m.DatabaseSize > 0, databaseDesc, float64(m.DatabaseSize))
	send(!m.BackedUp.IsZero(), backupDesc, float64(m.BackedUp.Unix()))
	if m.BackupFailed != nil {
		send(true, failedDesc, number(*m.BackupFailed))
	}
}

func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
