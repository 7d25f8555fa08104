package dev.mssqlcdc.standin.tds;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * Who the server is in TLS: a key of its own and a certificate that it signed itself, for localhost
 * and the loopback addresses. The JDK has no public API that makes a certificate, so it is written
 * here, byte by byte.
 *
 * @param certificate what a client's trust store needs
 */
public record ServerIdentity(X509Certificate certificate, SSLContext context) {
  private static final int VALID_YEARS = 10;
  private static final int SERIAL_BITS = 63;
  private static final int V3 = 2;
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;
  private static final String HOST = "localhost";

  /** Makes a new identity. */
  public static ServerIdentity create() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keys = generator.generateKeyPair();
      X509Certificate certificate = selfSigned(keys);
      return new ServerIdentity(certificate, context(keys, certificate));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("The stand-in cannot make its TLS certificate", e);
    }
  }

  private static SSLContext context(KeyPair keys, X509Certificate certificate)
      throws GeneralSecurityException, IOException {
    char[] noPassword = new char[0];
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, noPassword);
    store.setKeyEntry(HOST, keys.getPrivate(), noPassword, new Certificate[] {certificate});
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, noPassword);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private static X509Certificate selfSigned(KeyPair keys) throws GeneralSecurityException {
    byte[] ecdsaWithSha256 = Der.sequence(Der.oid(0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02));
    byte[] unsigned = unsigned(keys, ecdsaWithSha256);
    Signature signer = Signature.getInstance("SHA256withECDSA");
    signer.initSign(keys.getPrivate());
    signer.update(unsigned);
    byte[] certificate = Der.sequence(unsigned, ecdsaWithSha256, Der.bits(signer.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate));
  }

  private static byte[] unsigned(KeyPair keys, byte[] algorithm) {
    LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
    byte[] commonName = Der.sequence(Der.oid(0x55, 0x04, 0x03), Der.text(HOST));
    byte[] name = Der.sequence(Der.set(commonName));
    return Der.sequence(
        Der.explicit(0, Der.integer(BigInteger.valueOf(V3))),
        Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom())),
        algorithm,
        name,
        Der.sequence(Der.time(now.minusDays(1)), Der.time(now.plusYears(VALID_YEARS))),
        name,
        keys.getPublic().getEncoded(),
        Der.explicit(3, Der.sequence(alternativeNames())));
  }

  private static byte[] alternativeNames() {
    byte[] ipv6 = new byte[16];
    ipv6[15] = 1;
    byte[] names =
        Der.sequence(
            dnsName(HOST),
            // mssql-jdbc looks for an address among the DNS names
            dnsName("127.0.0.1"),
            Der.implicit(IP_ADDRESS, new byte[] {127, 0, 0, 1}),
            Der.implicit(IP_ADDRESS, ipv6));
    return Der.sequence(Der.oid(0x55, 0x1D, 0x11), Der.octets(names));
  }

  private static byte[] dnsName(String name) {
    return Der.implicit(DNS_NAME, name.getBytes(StandardCharsets.US_ASCII));
  }
}
