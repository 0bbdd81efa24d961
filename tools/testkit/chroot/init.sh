# The first process of a machine. $1 is the lowest directory of its root, $2 an empty
# directory, $3 its name; the words after it are directories to hide, each followed by a
# newline-free name. It ends, and with it every other process of the machine, when its
# standard input is closed.
set -e
lower=$1 work=$2 name=$3
shift 3
mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs "$work"
mkdir "$work/upper" "$work/work" "$work/root"
mount -t overlay -o "lowerdir=$lower,upperdir=$work/upper,workdir=$work/work" overlay "$work/root"
cd "$work/root"
for hidden; do
	[ ! -d ".$hidden" ] || mount -t tmpfs -o mode=755 tmpfs ".$hidden"
done
mkdir -p dev proc run tmp old usr/local/bin usr/local/sbin
mount --rbind /dev dev
mount -t proc proc proc
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mkdir -p run/systemd/system run/lock
# Containers have a policy-rc.d that keeps packages from starting services.
rm -f usr/bin/go usr/bin/gofmt usr/bin/node usr/bin/npm usr/bin/npx usr/bin/voicememo usr/sbin/policy-rc.d
hostname "$name"
echo "$name" >etc/hostname
echo "127.0.0.1 localhost $name" >etc/hosts
: >etc/resolv.conf
pivot_root . old
cd /
umount -l /old
rmdir /old
echo ready
while read -r _; do :; done
