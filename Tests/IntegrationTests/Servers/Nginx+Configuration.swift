import Foundation

extension Nginx {
    /// What the servers do, by path. `$arg_key` keeps the rate limits of the tests apart.
    static func configuration(_ ports: Ports, _ certificates: Certificates, in folder: String) -> String {
        """
        daemon off;
        worker_processes 1;
        pid \(folder)/nginx.pid;
        error_log \(folder)/error.log info;
        \(getuid() == 0 ? "user root;" : "")
        events { worker_connections 256; }
        http {
            log_format test '$server_port $request_method $request_uri $status $server_protocol';
            access_log \(folder)/access.log test;
            root \(folder)/files;
            \(["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/scratch/\($0);" }
                .joined(separator: " "))
            default_type text/plain;
            limit_req_status 429;
            limit_req_zone $arg_key zone=minute:1m rate=1r/m;
            limit_req_zone $arg_key zone=second:1m rate=1r/s;
            \(main(ports, in: folder))
            server {
                listen 127.0.0.1:\(ports.other);
                location = /seen { \(tell) }
            }
            \(ports.tls.map { tls($1, certificates.directives($0)) }.joined(separator: "\n"))
        }
        """
    }

    /// What of a request must not reach another origin, and its method.
    private static let tell =
        #"return 200 "$request_method|$http_authorization|$http_cookie|$http_x_api_key|$http_x_trace";"#

    private static func main(_ ports: Ports, in folder: String) -> String {
        """
        server {
            listen 127.0.0.1:\(ports.main);
            client_max_body_size 1m;
            location / { }
            location = /pid { return 200 $pid; }
            location = /seen { \(tell) }
            location /gzip/ { alias \(folder)/files/; gzip on; gzip_types *; gzip_min_length 1; }
            location /slow/ { alias \(folder)/files/; limit_rate 100k; }
            location /stall/ { alias \(folder)/files/; limit_rate_after 2k; limit_rate 1; }
            location /put/ {
                alias \(folder)/files/; dav_methods PUT; client_max_body_size 32m; limit_except GET { allow all; }
            }
            location = /closed { return 444; }
            location = /once-a-minute { limit_req zone=minute; add_header Retry-After 1 always; try_files /small =404; }
            location = /once-a-second { limit_req zone=second; add_header Retry-After 1 always; try_files /small =404; }
            location = /busy { add_header Retry-After 0 always; return 503 "busy"; }
            location = /down { proxy_pass http://127.0.0.1:\(ports.dead); }
            location = /hung { proxy_pass http://127.0.0.1:\(ports.hung); proxy_read_timeout 1s; }
            location = /away/temporary { return 302 http://127.0.0.1:\(ports.other)/seen; }
            location = /away/see-other { return 303 http://127.0.0.1:\(ports.other)/seen; }
            location = /away/keep { return 307 http://127.0.0.1:\(ports.other)/seen; }
            location = /here/keep { return 308 /seen; absolute_redirect off; }
            location = /circle { return 302 /circle; absolute_redirect off; }
            location /deeper/ { return 302 $uri/x; absolute_redirect off; }
        }
        """
    }

    private static func tls(_ port: Int, _ certificate: String) -> String {
        """
        server {
            listen 127.0.0.1:\(port) ssl http2;
            \(certificate)
            location / { }
            location = /seen { \(tell) }
            location = /downgrade { return 302 http://127.0.0.1:1/; }
        }
        """
    }
}
